import { expect, type Page } from '@playwright/test'
import {
  collection,
  deleteDoc,
  doc,
  getCountFromServer,
  getDoc,
  query,
  setDoc,
  updateDoc,
  where,
} from 'firebase/firestore'
import { ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { addParts } from './add-parts.ts'
import { test } from './test.ts'

test('all that a query finds gets a field, which is undone where nobody changed it since, and is deleted after its name is typed', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services
  await addParts(operator, 410)
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/parts?where=${JSON.stringify(['isEven == true'])}`)
  await expect(page.locator('[data-rows]')).toHaveCSS('height', `${205 * 34}px`)
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Select all of the query' }).click()
  await expect(page.getByText('All 205 documents of this query selected')).toBeVisible()
  await page.getByRole('button', { name: 'Set a field' }).click()
  const setting = page.getByRole('dialog', { name: 'Set a field of 205 documents' })
  await setting.getByRole('textbox', { name: 'Field' }).fill('shelf.row')
  await setting.getByRole('textbox', { name: 'Value' }).fill('B')
  await expect(setting.getByText('The job can be undone afterwards, while this tab is open.')).toBeVisible()
  await expectAccessible(page)
  let isAnswered = false
  await page.route(/:batchWrite$/, async (route) => {
    if (isAnswered) return await route.continue()
    isAnswered = true
    // Done at the server, and never heard of here: what was there before is still known.
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('Enter')
  const change = page.getByRole('article', { name: 'Change of a field · parts' })
  await expect(change).toContainText('done')
  const parts = collection(firestore, 'parts')
  expect((await getCountFromServer(query(parts, where('shelf.row', '==', 'B')))).data().count).toBe(205)
  expect((await getDoc(doc(firestore, 'parts/0002'))).data()).toMatchObject({ n: 2, shelf: { row: 'B' } })

  await expect(page).toHaveURL(/\/data\/parts\?where=/)
  await updateDoc(doc(firestore, 'parts/0004'), { 'shelf.row': 'C' })
  await updateDoc(doc(firestore, 'parts/0006'), { n: -6 })
  await change.getByRole('button', { name: 'Undo Change of a field · parts' }).press('Enter')
  await expect(change).toContainText('A job of its own undoes this.')
  await expect(change).toBeFocused()
  await page.getByRole('link', { name: 'Jobs' }).first().click()
  const undoing = page.getByRole('article', { name: 'Undoing of a change · parts' })
  await expect(undoing).toContainText('204 as they were before')
  await expect(undoing).toContainText('1 kept as they were')
  expect((await getDoc(doc(firestore, 'parts/0002'))).get('shelf')).toBeUndefined()
  expect((await getDoc(doc(firestore, 'parts/0004'))).get('shelf')).toEqual({ row: 'C' })
  expect((await getDoc(doc(firestore, 'parts/0006'))).data()).toMatchObject({ n: -6, isEven: true })
  expect((await getCountFromServer(query(parts, where('shelf.row', '==', 'B')))).data().count).toBe(0)

  await page.goBack()
  await expect(page.locator('[data-rows]')).toHaveCSS('height', `${205 * 34}px`)
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await page.getByRole('button', { name: 'Select all of the query' }).click()
  await page.getByRole('button', { name: 'Delete 205 documents' }).click()
  const deleting = page.getByRole('alertdialog', { name: 'Delete 205 documents?' })
  await deleting.getByLabel('Type parts to confirm').fill('part')
  await page.keyboard.press('Enter')
  await expect(deleting.getByLabel('Type parts to confirm')).toHaveAccessibleDescription('This is not parts.')
  await deleting.getByLabel('Type parts to confirm').fill('parts')
  let deletions = 0
  await page.route(/:batchWrite$/, async (route) => {
    deletions += 1
    if (deletions > 1) return await route.continue()
    // Changed since the query found it; and made anew after it was deleted, of which nobody heard.
    await updateDoc(doc(firestore, 'parts/0008'), { n: -8 })
    await route.fetch()
    await setDoc(doc(firestore, 'parts/0010'), { n: 10, isEven: true })
    await route.abort()
  })
  await page.keyboard.press('Enter')
  await expect(page.getByText('Deletion is done')).toBeVisible()
  const deletion = page.getByRole('article', { name: 'Deletion · parts' })
  await expect(deletion).toContainText('203 deleted')
  await expect(deletion).toContainText('2 kept as they were')
  expect((await getDoc(doc(firestore, 'parts/0008'))).data()).toMatchObject({ n: -8 })
  await page.goto(`${world.origin}/projects/demo-app/settings?section=audit&target=parts`)
  const log = page.getByRole('table', { name: 'Entries of the audit log' })
  for (const act of [
    'Deletion of documents: done, 203',
    'Deletion of documents: begun',
    'Undoing of a change of documents: done, 204',
    'Change of a field of documents: done, 205',
  ]) {
    await expect(log.getByRole('row').filter({ hasText: act }).getByRole('link', { name: 'parts' })).toHaveAttribute(
      'href',
      '/projects/demo-app/data/parts',
    )
  }
  expect((await getCountFromServer(parts)).data().count).toBe(207)
})

/** Selects all that are loaded once so many are, which nothing on the screen says: the table stands for all there are. */
async function selectLoaded(page: Page, count: number): Promise<void> {
  const every = page.getByRole('checkbox', { name: 'Select all that are shown' })
  await expect(async () => {
    if (!(await every.isChecked())) await every.click()
    await expect(page.getByText(`${count} documents selected`)).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('all of a query is selected, deleted and added to as it was asked', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { firestore } = operator.services
  await addParts(operator, 201)
  const every = page.getByRole('checkbox', { name: 'Select all that are shown' })
  const ofQuery = page.getByRole('button', { name: 'Select all of the query' })
  const all = page.getByText('All 201 documents of this query selected')

  await test.step('all of a query can be selected after more rows came, and stays so until one is left', async () => {
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/parts`)
    await expect(page.locator('[data-rows]')).toHaveCSS('height', `${201 * 34}px`)
    await selectLoaded(page, 200)
    await page.locator('[data-cell="0,0"]').focus()
    await page.keyboard.press('Control+End')
    await expect(page.locator('[data-rows]')).toHaveCSS('height', `${201 * 34}px`)
    // Of the row that came nothing is selected, and those that are far away by now still are.
    await expect(every).not.toBeChecked()
    await expect(page.getByText('200 documents selected')).toBeVisible()
    await ofQuery.click()
    await expect(all).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select 0180' }).uncheck()
    await expect(all).toHaveCount(0)
    await expect(ofQuery).toHaveCount(0)
    await expect(page.getByText('200 documents selected')).toBeVisible()
  })

  await test.step('a question about all of a query stays the one that was asked while documents come and go', async () => {
    await page.reload()
    await expect(page.locator('[data-rows]')).toHaveCSS('height', `${201 * 34}px`)
    await every.check()
    await ofQuery.click()
    await expect(all).toBeVisible()
    await page.locator('[data-cell="0,0"]').press('Control+End')
    await expect(page.locator('[data-rows]')).toHaveCSS('height', `${201 * 34}px`)
    await expect(all).toBeVisible()
    await page.getByRole('button', { name: 'Delete 201 documents' }).click()
    const deleting = page.getByRole('alertdialog', { name: 'Delete 201 documents?' })
    const typed = deleting.getByLabel('Type parts to confirm')
    await typed.fill('par')

    // All that are left were shown when they were selected.
    await deleteDoc(doc(firestore, 'parts/0201'))
    await expect(page.locator('[data-rows]')).toHaveCSS('height', `${200 * 34}px`)
    await expect(typed).toHaveValue('par')
    await setDoc(doc(firestore, 'parts/0100b'), { n: 0 })
    await expect(page.locator('[data-rows]')).toHaveCSS('height', `${201 * 34}px`)
    await expect(typed).toHaveValue('par')
    await page.keyboard.press('Escape')
    await expect(all).toBeVisible()
    // A key on a row asks the same.
    await page.locator('[data-cell="200,0"]').press('Delete')
    await typed.fill('parts')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Deletion is done')).toBeVisible()
    expect((await getCountFromServer(collection(firestore, 'parts'))).data().count).toBe(0)
  })

  await test.step('what is added to many fields is added once, also where too much is there to be undone and answers are lost', async () => {
    await addParts(operator, 202)
    // What the first five hold is more than is kept for undoing.
    const long = 'x'.repeat(900_000)
    for (const n of [1, 2, 3, 4, 5]) await setDoc(doc(firestore, 'parts', `000${n}`), { n: long })
    await page.goto(`${world.origin}/projects/demo-app/data/parts`)
    await expect(page.locator('[data-rows]')).toHaveCSS('height', `${202 * 34}px`)
    await every.check()
    await ofQuery.click()
    await page.getByRole('button', { name: 'Set a field' }).click()
    const setting = page.getByRole('dialog', { name: /^Set a field of 202 documents/ })
    await setting.getByRole('textbox', { name: 'Field' }).fill('n')
    await setting.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'add to number' }).click()
    await setting.getByRole('textbox', { name: 'Value' }).fill('1000')
    let batches = 0
    await page.route('**/projects/demo-app/**/documents:batchWrite', async (route) => {
      batches += 1
      if (batches !== 2) return await route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.keyboard.press('Enter')
    const change = page.getByRole('article', { name: 'Change of a field · parts' })
    await expect(change.getByText('done', { exact: true })).toBeVisible()
    await expect(change).toContainText('200 changed')
    await expect(change).toContainText('2 in doubt')
    await expect(change).toContainText('The answer about those in doubt was lost: they may have been written.')
    await expect(change).toContainText('is too much to keep in this tab')
    const held = async (id: string) => (await getDoc(doc(firestore, 'parts', id))).get('n') as unknown
    expect(await Promise.all(['0001', '0006', '0200', '0201', '0202'].map(held))).toEqual([
      1000, 1006, 1200, 1201, 1202,
    ])
    expect(batches).toBe(3)
  })
})
