import { expect } from '@playwright/test'
import { deleteDoc, doc, getDoc, setDoc, updateDoc, writeBatch } from 'firebase/firestore'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('documents are filtered and sorted by a sentence that the address keeps', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  const batch = writeBatch(firestore)
  for (const [id, status, total] of [
    ['a', 'open', 10],
    ['b', 'open', 30.5],
    ['c', 'paid', 40],
    ['d', 'open', 20],
  ] as const) {
    batch.set(doc(firestore, 'bills', id), { status, total, ship: { city: `city of ${id}` } })
  }
  await batch.commit()
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/bills`)
  const ids = page.getByRole('grid', { name: 'Documents' }).getByRole('link')
  await expect(ids).toHaveText(['a', 'b', 'c', 'd'])

  await page.getByRole('button', { name: 'Add condition' }).click()
  const condition = page.getByRole('dialog', { name: 'Add condition' })
  await condition.getByLabel('Field', { exact: true }).fill('sta')
  await expect(page.getByRole('option')).toHaveText(['status'])
  // A text that matched nothing may be replaced at once by another.
  await page.getByRole('combobox', { name: 'Field' }).fill('nothing like it')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Field' }).fill('sta')
  await expect(page.getByRole('option')).toHaveText(['status'])
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText('status')
  await page.keyboard.press('Enter')
  await condition.getByLabel('Value', { exact: true }).fill('open')
  await condition.getByRole('button', { name: 'Add condition' }).click()
  await expect(ids).toHaveText(['a', 'b', 'd'])

  await page.getByRole('button', { name: 'Add condition' }).click()
  await condition.getByLabel('Field', { exact: true }).fill('total')
  await page.keyboard.press('Escape')
  await condition.getByRole('button', { name: /Operator/ }).click()
  await page.getByRole('option', { name: '>= ' }).click()
  await condition.getByRole('button', { name: /Type/ }).click()
  await page.getByRole('option', { name: 'integer' }).click()
  await condition.getByLabel('Value', { exact: true }).fill('twenty')
  await condition.getByRole('button', { name: 'Add condition' }).click()
  await expect(condition.getByLabel('Value', { exact: true })).toHaveAccessibleDescription(/digits only/)
  await condition.getByLabel('Value', { exact: true }).fill('20')
  await condition.getByRole('button', { name: 'Add condition' }).click()
  await expect(ids).toHaveText(['d', 'b'])

  await page.getByRole('button', { name: 'Add order' }).click()
  const order = page.getByRole('dialog', { name: 'Add order' })
  await order.getByLabel('Field', { exact: true }).fill('total')
  await page.keyboard.press('Escape')
  await order.getByRole('button', { name: /Direction/ }).click()
  // The list has the words of the sentence.
  await expect(page.getByRole('option')).toHaveText(['smallest first', 'largest first'])
  await page.getByRole('option', { name: 'largest first' }).click()
  await order.getByRole('button', { name: 'Add order' }).click()
  await expect(ids).toHaveText(['b', 'd'])
  await expect(page.getByRole('button', { name: 'Edit the order by total' })).toContainText('largest first')
  // Why they are in this order stands beside them.
  await expect(page.getByRole('gridcell', { name: '30.5' })).toBeVisible()

  await ids.first().click()
  await expect(page).toHaveURL(/\/bills\/b\?.*where=/)
  await page.reload()
  await expect(ids).toHaveText(['b', 'd'])
  await page.getByRole('button', { name: 'Remove the condition status == "open"' }).click()
  await expect(ids).toHaveText(['c', 'b', 'd'])
  // Each filter that is changed is a step of its own.
  await page.goBack()
  await expect(page).toHaveURL(/\/bills\/b\?.*where=/)
  await expect(ids).toHaveText(['b', 'd'])
  await page.goBack()
  await expect(page).toHaveURL(/\/bills\?/)
  await updateDoc(doc(firestore, 'bills/d'), { total: 35 })
  await expect(page.getByRole('grid', { name: 'Documents' }).getByRole('link', { name: 'd' })).toBeVisible()
})

test('a query that finds nothing, one that can’t be, and an address that can’t be read say so', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const at = (search: Record<string, unknown>): string =>
    `${world.origin}/projects/demo-app/data/orders?${new URLSearchParams(
      Object.entries(search).map(([name, value]) => [name, JSON.stringify(value)]),
    ).toString()}`
  await openSignedIn(page, at({ where: ['status == "lost"'] }))
  await expect(page.getByText('No document matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the query' }).click()
  await expect(page.getByRole('link', { name: 'order-1001' })).toBeVisible()

  await page.goto(at({ where: ['status not-in ["a"]', 'total != 3'] }))
  await expect(page.getByRole('alert')).toContainText('This query isn’t possible')
  await expect(page.getByRole('alert')).toContainText(/not-in/)

  await page.goto(at({ where: ['status ~ 3', 'status == "paid"'], order: 7 }))
  await expect(page.getByText('can’t be read and was left out: status ~ 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit the condition status == "paid"' })).toBeVisible()
})

test('a table shows chosen fields, sorts by its heads, is walked by keyboard, and says what changed', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  for (const [id, name, age] of [
    ['x', 'Ada', 36],
    ['y', 'Bob', 7],
  ] as const) {
    await setDoc(doc(firestore, 'people', id), { name, age, address: { city: `city of ${name}`, zip: 1 } })
  }
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/people`)
  const grid = page.getByRole('grid', { name: 'Documents' })
  await expect(grid.getByRole('row', { name: /x.*Ada/ }).getByRole('gridcell', { name: '36' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns of the table' }).click()
  await page.getByRole('dialog', { name: 'Columns of the table' }).getByText('address.city').click()
  await page.keyboard.press('Escape')
  await expect(grid.getByRole('gridcell', { name: 'city of Ada', exact: true })).toBeVisible()
  await grid.getByRole('button', { name: 'Sort by age' }).click()
  await expect(grid.getByRole('link')).toHaveText(['y', 'x'])
  await expect(grid.getByRole('columnheader', { name: 'Sort by age' })).toHaveAttribute('aria-sort', 'ascending')
  await updateDoc(doc(firestore, 'people/y'), { age: 70 })
  await expect(grid.getByRole('link')).toHaveText(['x', 'y'])

  await grid.getByRole('link', { name: 'x' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(grid.locator('[data-cell="1,1"]')).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/people\/y\?/)
  await deleteDoc(doc(firestore, 'people/x'))
  await expect(grid.getByRole('link')).toHaveText(['y'])
})

test('several documents are deleted at once after a question, and come back as they were', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  for (const id of ['a', 'b', 'c', 'd']) await setDoc(doc(firestore, 'letters', id), { id, at: new Date(0) })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/letters`)
  const ids = page.getByRole('grid', { name: 'Documents' }).getByRole('link')
  await expect(ids).toHaveCount(4)
  await page.getByRole('checkbox', { name: 'Select b' }).click()
  await page.getByRole('checkbox', { name: 'Select d' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 documents selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete 3 documents' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Delete 3 documents?' })
  await expect(asking).toContainText('letters/b')
  await asking.getByRole('button', { name: 'Delete 3 documents' }).click()
  await expect(ids).toHaveText(['a'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(ids).toHaveText(['a', 'b', 'c', 'd'])
  expect((await getDoc(doc(firestore, 'letters/c'))).data()).toMatchObject({ id: 'c' })

  await ids.first().focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ ')
  await expect(page.getByText('3 documents selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(page.getByText('documents selected')).toHaveCount(0)

  await ids.nth(1).focus()
  await page.keyboard.press('Delete')
  await expect(ids).toHaveText(['a', 'c', 'd'])
  await expect(ids.nth(1)).toBeFocused()
  await page.getByRole('listitem').filter({ hasText: 'Deleted letters/b' }).getByRole('button').click()
  await expect(ids).toHaveText(['a', 'b', 'c', 'd'])

  const separator = page.getByRole('separator', { name: 'Width of the collections' })
  await expect(separator).not.toHaveAttribute('aria-valuenow', '128')
  const usual = Number(await separator.getAttribute('aria-valuenow'))
  await separator.press('Shift+ArrowRight')
  await expect(separator).toHaveAttribute('aria-valuenow', String(usual + 64))
  await page.reload()
  await expect(separator).toHaveAttribute('aria-valuenow', String(usual + 64))
  await separator.dblclick()
  await expect(separator).toHaveAttribute('aria-valuenow', String(usual))
})

test('what stands below a document that is not there can be reached', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  await setDoc(doc(other.services.firestore, 'rooms/gone/messages/first'), { text: 'hello' })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/rooms`)
  const missing = page.getByRole('region', { name: 'Not there, but with subcollections' })
  await missing.getByRole('link', { name: 'gone' }).click()
  await page.getByRole('link', { name: 'messages' }).click()
  await page.getByRole('grid', { name: 'Documents' }).getByRole('link', { name: 'first' }).click()
  await expect(page.getByRole('treegrid', { name: 'Fields' })).toContainText('hello')
})

test('a long collection is scrolled from end to end, live where one looks, and counted', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  for (let from = 0; from < 1050; from += 350) {
    const batch = writeBatch(firestore)
    for (let at = from; at < from + 350; at++)
      batch.set(doc(firestore, 'many', `n${String(at).padStart(4, '0')}`), { at })
    await batch.commit()
  }
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/many?view=table`)
  const grid = page.getByRole('grid', { name: 'Documents' })
  await expect(grid.getByRole('link', { name: 'n0000' })).toBeVisible()
  await expect(page.getByText('1,050', { exact: true })).toBeVisible()
  // Few of them are painted at a time.
  expect(await grid.getByRole('link').count()).toBeLessThan(100)
  await grid.getByRole('link', { name: 'n0000' }).focus()
  // The scrollbar stands for all of them, and leads to any at once; what is scrolled up to from there joins.
  await expect(grid).toHaveAttribute('aria-rowcount', '1051')
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 600 * 34))
  await expect(grid.locator('[data-cell="600,0"]')).toHaveText('n0600')
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 470 * 34))
  await expect(grid.locator('[data-cell="475,0"]')).toHaveText('n0475')
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 0))
  await grid.getByRole('link', { name: 'n0000' }).focus()
  await page.keyboard.press('Control+End')
  await expect(grid.locator('[data-cell="1049,1"]')).toBeFocused()
  await expect(grid.getByRole('link', { name: 'n1049' })).toBeVisible()
  await expect(grid.getByRole('link', { name: 'n0000' })).toHaveCount(0)

  // What comes, changes and goes in the middle is seen where it stands.
  await updateDoc(doc(firestore, 'many/n1045'), { at: -1 })
  await expect(grid.getByRole('row', { name: /n1045.*-1/ })).toBeVisible()
  await setDoc(doc(firestore, 'many/n1045a'), { at: 7 })
  await expect(grid.getByRole('row', { name: /n1045a.*7/ })).toBeVisible()
  await deleteDoc(doc(firestore, 'many/n1045'))
  await expect(grid.getByRole('link', { name: 'n1045', exact: true })).toHaveCount(0)
  await page.keyboard.press('Control+Home')
  await expect(grid.locator('[data-cell="0,0"]')).toBeFocused()
  await expect(grid.locator('[data-cell="0,0"]')).toHaveText('n0000')
  await page.keyboard.press('PageDown')
  await expect(grid.locator('[data-cell="15,0"]')).toBeFocused()

  // The first hundred were fetched together: one more or less of them moves none of them into the next hundred, or out of it.
  await setDoc(doc(firestore, 'many/n0014a'), { at: 8 })
  await expect(grid.getByRole('row', { name: /n0014a.*8/ })).toBeVisible()
  await deleteDoc(doc(firestore, 'many/n0099'))
  await deleteDoc(doc(firestore, 'many/n0098'))
  await setDoc(doc(firestore, 'many/n0099%2F a'), { at: 9 })
  await grid.evaluate((table) => table.parentElement?.scrollTo(0, 95 * 34))
  await expect(grid.getByRole('link', { name: /n00(97|99)|n010[01]/ })).toHaveText([
    'n0097',
    'n0099%2F a',
    'n0100',
    'n0101',
  ])
  // A link leads where the router's own would.
  await grid.getByRole('link', { name: 'n0099%2F a' }).click()
  await expect(page).toHaveURL(/\/data\/many\/n0099%252\w+%2520a\?/)
  await expect(page.getByRole('treegrid', { name: 'Fields' })).toContainText('9')
  const link = grid.getByRole('link', { name: 'n0099%2F a' })
  const href = await link.getAttribute('href')
  expect(new URL(page.url()).pathname).toBe(new URL(href ?? '', page.url()).pathname)
  await page.goBack()

  // The search asks the index for beginnings of texts, wherever their documents are.
  await setDoc(doc(firestore, 'many/n1040'), { at: 1040, title: 'Zebra crossing' })
  await setDoc(doc(firestore, 'many/n0000'), { at: 0, title: 'Apple' })
  await expect(grid.getByRole('columnheader', { name: /title/ })).toBeVisible()
  await page.getByRole('textbox', { name: /^Search this collection/ }).fill('zeb')
  await expect(grid.getByRole('link')).toHaveText(['n1040'])
  await page.getByRole('button', { name: 'Clear the search' }).click()

  await page.getByRole('button', { name: 'Add limit' }).click()
  await page.getByLabel('At most').fill('3')
  await page.getByRole('button', { name: 'Set' }).click()
  await expect(page).toHaveURL(/limit=3/)
  await expect(grid.getByRole('link')).toHaveText(['n0000', 'n0001', 'n0002'])
})

test('axe finds nothing in the table and the filter sentence in both themes', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders?view=table&order=["total desc"]`)
  await expect(page.getByRole('link', { name: 'order-1001' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select order-1001' }).click()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Add condition' }).click()
  await expect(page.getByRole('dialog', { name: 'Add condition' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  expect(complaints).toEqual([])
})

test('a document opened by a link is in sight in its list, and a table is remembered as it was arranged', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  const batch = writeBatch(firestore)
  for (let n = 0; n < 180; n++) {
    const id = String(n).padStart(3, '0')
    batch.set(doc(firestore, 'parts', id), { a: n, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 })
  }
  await batch.commit()
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/parts/150`)
  const grid = page.getByRole('grid', { name: 'Documents' })
  const opened = grid.getByRole('link', { name: '150', exact: true })
  await expect(opened).toBeInViewport({ ratio: 0.9 })
  await expect(opened).toHaveAttribute('aria-current', 'true')
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0)
  // A click on a row moves nothing.
  const before = await opened.boundingBox()
  await grid.getByRole('link', { name: '152', exact: true }).click()
  await expect(grid.getByRole('link', { name: '152', exact: true })).toHaveAttribute('aria-current', 'true')
  expect(await opened.boundingBox()).toEqual(before)

  const picker = page.getByRole('button', { name: 'Columns of the table' })
  await picker.click()
  await page.getByRole('dialog', { name: 'Columns of the table' }).getByText('g', { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns of the table, 1 hidden' })).toBeVisible()
  await expectAccessible(page)

  // By keys: the head of a column is above its cells. It moves with Alt, and grows with Shift as well.
  await grid.locator('[data-cell="152,1"]').focus()
  await page.keyboard.press('Control+Home')
  await expect(grid.locator('[data-cell="0,0"]')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  const head = grid.getByRole('button', { name: 'Sort by a', exact: true })
  await expect(head).toBeFocused()
  const wide = (await head.boundingBox())?.width ?? 0
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect.poll(async () => (await head.boundingBox())?.width).toBe(wide + 16)
  await page.keyboard.press('Alt+ArrowRight')
  const heads = grid.getByRole('columnheader')
  await expect(heads).toContainText(['', 'Document', 'b', 'a', 'c', 'd', 'e', 'f'])
  await head.click({ button: 'right' })
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Keep in sight' }).press('Enter')
  await expect(heads).toContainText(['', 'Document', 'a', 'b', 'c', 'd', 'e', 'f'])

  // Each collection is remembered by itself.
  await page.getByRole('button', { name: 'Show as a list' }).click()
  await expect(page).toHaveURL(/view=list/)
  await page.goto(`${world.origin}/projects/demo-app/data/orders`)
  await expect(page.getByRole('button', { name: 'Show as a list' })).toBeVisible()
  await page.goto(`${world.origin}/projects/demo-app/data/parts`)
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect(heads).toContainText(['', 'Document', 'a', 'b', 'c', 'd', 'e', 'f'])
})

test('a list that is still on its way is never counted as if it were whole', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  const batch = writeBatch(firestore)
  for (let at = 0; at < 150; at++) batch.set(doc(firestore, 'bills', `bill-${1000 + at}`), { total: at })
  await batch.commit()
  const said = new Set<string>()
  await page.exposeFunction('hearFact', (text: string) => said.add(text))
  await page.addInitScript(() => {
    const found = /^(?:More than )?\d+ documents$/
    new MutationObserver(() => {
      for (const { textContent: text } of document.querySelectorAll('[role=status]'))
        if (found.test(text)) void Reflect.get(globalThis, 'hearFact')(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/bills`)
  await expect(page.getByText('150', { exact: true })).toBeVisible()
  await expect.poll(() => [...said]).toContain('150 documents')
  expect([...said]).not.toContain('100 documents')
})

test('what the server says is deleted is struck through at once, however late the list hears of it', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  for (const id of ['a', 'b']) await setDoc(doc(firestore, 'bills', id), { total: 1 })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/bills`)
  const rows = page.getByRole('grid', { name: 'Documents' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  // The answer of a deletion that no listener has heard of.
  await page.route('**/projects/demo-app/**/documents:commit', (route) =>
    route.fulfill({ json: { commitTime: new Date().toISOString(), writeResults: [{}] } }),
  )
  await rows.nth(1).getByRole('link').focus()
  await page.keyboard.press('Delete')
  await expect(rows.nth(1).getByRole('link', { name: 'a, deleted' })).toBeVisible()
  await expect(rows.nth(1)).toHaveCSS('text-decoration-line', 'line-through')
  await expect(rows.nth(2).getByRole('link', { name: 'b', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await deleteDoc(doc(firestore, 'bills', 'a'))
  await expect(rows).toHaveCount(2)
  await setDoc(doc(firestore, 'bills', 'a'), { total: 2 })
  await expect(rows.nth(1).getByRole('link', { name: 'a', exact: true })).toBeVisible()
})
