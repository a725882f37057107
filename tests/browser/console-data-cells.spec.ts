import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, signIn, signOut } from './console-world.ts'
import { ProjectOperator } from './project-operator.ts'
import { Shop } from './shop-table.ts'
import { test } from './test.ts'

test('cells are edited by keys alone: typed over, opened, gone through with Tab, left, and undone', async ({
  page,
}) => {
  await using shop = await Shop.open(page)
  const { keyboard } = page
  await shop.cell(0, 1).focus()
  await keyboard.type('Ananas')
  await expect(shop.editor('name', 'apple').getByLabel('Value')).toHaveValue('Ananas')
  await keyboard.press('Tab')
  // The next one is typed into at once, while this one is on its way.
  await expect(shop.cell(0, 2)).toBeFocused()
  await keyboard.type('12')
  await keyboard.press('Shift+Tab')
  await expect(shop.cell(0, 1)).toBeFocused()
  await expect(shop.cell(0, 1)).toHaveText('Ananas')
  await expect(shop.cell(0, 2)).toHaveText('12')
  await expect.poll(() => shop.read('apple')).toEqual({ name: 'Ananas', stock: 12, fresh: true, price: 1.5 })

  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const editor = shop.editor('name', 'bread')
  await expect(editor.getByLabel('Value')).toBeFocused()
  await keyboard.press('End')
  await keyboard.type(' rolls')
  await keyboard.press('Shift+Enter')
  await keyboard.type('dark')
  await keyboard.press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(shop.cell(2, 1)).toBeFocused()
  await expect.poll(async () => (await shop.read('bread'))?.['name']).toBe('Bread rolls\ndark')
  await expect(page.getByText('Saved name of bread')).toBeVisible()

  await keyboard.press('Control+z')
  await expect(shop.cell(1, 1)).toHaveText('Bread')
  // What is undone isn't offered to be undone.
  await expect(page.getByText('The last change of a cell is undone.')).toBeVisible()
  await expect(page.getByText('Saved name of bread')).toHaveCount(0)
  await keyboard.press('Control+z')
  await expect(shop.cell(0, 2)).toHaveText('3')
  expect(await shop.read('apple')).toEqual({ name: 'Ananas', stock: 3, fresh: true, price: 1.5 })

  await keyboard.press('ArrowUp')
  await keyboard.press('F2')
  await keyboard.type('nothing of this')
  await keyboard.press('Escape')
  await expect(shop.cell(1, 1)).toBeFocused()
  await expect(shop.cell(1, 1)).toHaveText('Bread')

  // What isn't there begins as what it mostly is, and a mistake stays with what was typed.
  await keyboard.press('ArrowDown')
  await expect(shop.cell(2, 1)).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.type('Cocoa')
  await keyboard.press('Tab')
  await keyboard.type('7x')
  await keyboard.press('Enter')
  const stock = shop.editor('stock', 'cocoa')
  await expect(stock.getByText(/An integer has digits only/)).toBeVisible()
  await expect(stock.getByLabel('Value')).toHaveValue('7x')
  await keyboard.press('Backspace')
  await keyboard.press('Enter')
  await expect(stock).toHaveCount(0)

  // Another type: F2 leads to it.
  await keyboard.press('F2')
  await keyboard.press('F2')
  await keyboard.type('str')
  await keyboard.press('Tab')
  await keyboard.press('Control+a')
  await keyboard.type('seven')
  await keyboard.press('Enter')
  await expect.poll(() => shop.read('cocoa')).toEqual({ name: 'Cocoa', stock: 'seven', price: 4.5 })

  // Delete takes the value away and not its document.
  await keyboard.press('Delete')
  await expect.poll(() => shop.read('cocoa')).toEqual({ name: 'Cocoa', price: 4.5 })
  await expect(shop.cell(2, 2)).toHaveText('')
  await expect(shop.cell(2, 2)).toBeFocused()
  await keyboard.press('Delete')
  await keyboard.press('Control+z')
  await expect(shop.cell(2, 2)).toHaveText('seven')
  await expect(page.getByRole('grid').getByRole('link')).toHaveText(['apple', 'bread', 'cocoa'])

  await keyboard.press('Home')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/goods\/cocoa/)
})

test('two people at one cell: both sides are shown at it, and one is chosen', async ({ page }) => {
  await using shop = await Shop.open(page)
  const { keyboard } = page
  await shop.cell(1, 2).focus()
  await keyboard.press('Enter')
  const editor = shop.editor('stock', 'bread')
  await expect(editor.getByLabel('Value')).toHaveValue('5')
  await keyboard.type('0')
  await shop.change('bread', { stock: 8 })
  await expect(shop.cell(1, 2)).toHaveText('8')
  await keyboard.press('Enter')
  const question = editor.getByRole('alert')
  await expect(question).toContainText(
    'You changed a field here that you changed elsewhere, too, such as in another tab.',
  )
  await expect(editor.getByLabel('Value')).toHaveValue('50')
  await expect(shop.cell(1, 2)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInBothThemes(page)
  expect(await shop.read('bread')).toMatchObject({ stock: 8 })
  await editor.getByRole('button', { name: 'Keep mine: stock' }).press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(shop.cell(1, 2)).toHaveText('50')
  await expect.poll(() => shop.read('bread')).toMatchObject({ stock: 50 })
  await expect(shop.cell(1, 2)).toBeFocused()
  await expect(page.getByText('Saved stock of bread')).toBeVisible()
  await keyboard.press('Control+z')
  await expect(shop.cell(1, 2)).toHaveText('8')
  await expect.poll(() => shop.read('bread')).toMatchObject({ stock: 8 })

  // What others do to other fields is in nobody's way, and stays.
  await shop.cell(1, 1).dblclick()
  await keyboard.press('Control+a')
  await keyboard.type('Rye')
  await shop.change('bread', { stock: 51 })
  await expect(shop.cell(1, 2)).toHaveText('51')
  await keyboard.press('Enter')
  await expect.poll(() => shop.read('bread')).toEqual({ name: 'Rye', stock: 51, fresh: false, price: 2.5 })

  // Theirs, this time; and an undo of what somebody changed since is refused.
  await shop.cell(0, 1).dblclick()
  await keyboard.type('s')
  await shop.change('apple', { name: 'Pear' })
  await expect(shop.cell(0, 1)).toHaveText('Pear')
  await keyboard.press('Enter')
  await shop.editor('name', 'apple').getByRole('button', { name: 'Take the other: name' }).click()
  await expect(shop.editor('name', 'apple')).toHaveCount(0)
  await expect(shop.cell(0, 1)).toHaveText('Pear')
  await expect(shop.cell(0, 1)).toBeFocused()
  await shop.change('bread', { name: 'Toast' })
  await expect(shop.cell(1, 1)).toHaveText('Toast')
  await shop.cell(1, 1).press('Control+z')
  await expect(page.getByRole('alert').getByText(/This document was changed elsewhere/)).toBeVisible()
  expect(await shop.read('bread')).toMatchObject({ name: 'Toast' })
})

test('an open cell stays with what is typed when its row moves, leaves the query, or is deleted', async ({ page }) => {
  await using shop = await Shop.open(page, `&where=${encodeURIComponent('["stock < 10"]')}&order=["stock asc"]`)
  const { keyboard } = page
  await shop.cell(0, 4).dblclick()
  const editor = shop.editor('price', 'apple')
  await keyboard.press('Control+a')
  await keyboard.type('9.75')
  await shop.change('apple', { stock: 6 })
  await expect(shop.cell(1, 0)).toHaveText('apple')
  await expect(editor.getByText('The row has moved: it is number 2 now.')).toBeVisible()
  await shop.change('apple', { stock: 60 })
  await expect(page.getByRole('grid').getByRole('link')).toHaveText(['bread', 'cocoa'])
  await expect(editor.getByRole('alert')).toContainText('The query doesn’t find this document any more')
  await expect(editor.getByLabel('Value')).toHaveValue('9.75')

  // Nothing of it is lost by going elsewhere, either.
  await page.getByRole('link', { name: 'Users' }).click()
  const question = page.getByRole('alertdialog', { name: 'A change is not saved' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await editor.getByLabel('Value').press('Enter')
  await expect(editor).toHaveCount(0)
  await expect.poll(() => shop.read('apple')).toMatchObject({ stock: 60, price: 9.75 })

  await shop.cell(0, 1).dblclick()
  await keyboard.type('!')
  await shop.delete('bread')
  const gone = shop.editor('name', 'bread')
  await expect(gone.getByRole('alert')).toContainText('This document was deleted elsewhere')
  await keyboard.press('Enter')
  await gone.getByRole('button', { name: 'Create it again with my changes' }).click()
  await expect(gone).toHaveCount(0)
  await expect.poll(() => shop.read('bread')).toEqual({ name: 'Bread!', stock: 5, fresh: false, price: 2.5 })
  await expect(shop.cell(0, 1)).toHaveText('Bread!')
})

test('leaving a table can save what is typed in a cell first, and stays where it is refused', async ({ page }) => {
  await using shop = await Shop.open(page)
  const { keyboard } = page
  const users = page.getByRole('link', { name: 'Users' })
  const save = page
    .getByRole('alertdialog', { name: 'A change is not saved' })
    .getByRole('button', { name: 'Save and leave' })
  await shop.cell(0, 2).focus()
  await keyboard.type('many')
  await users.click()
  await save.click()
  const editor = shop.editor('stock', 'apple')
  await expect(editor.getByLabel('Value')).toHaveAttribute('aria-invalid')
  await expect(editor.getByLabel('Value')).toHaveValue('many')
  await editor.getByLabel('Value').fill('12')
  await users.click()
  await save.click()
  await expect(page).toHaveURL(/\/users/)
  expect(await shop.read('apple')).toMatchObject({ stock: 12 })
})

test('after a cell is saved the one below has the focus, wherever its row goes, and what the server refuses stays at its cell', async ({
  page,
}) => {
  await using shop = await Shop.open(page, `&order=["stock asc"]`)
  const { keyboard } = page
  await shop.cell(0, 2).focus()
  await keyboard.type('6')
  await keyboard.press('Enter')
  await expect(shop.cell(1, 0)).toHaveText('apple')
  await expect(shop.cell(0, 2)).toBeFocused()

  const commits = /projects\/demo-app\/.*documents:commit/
  await page.route(commits, async (route) => {
    const error = { code: 403, status: 'PERMISSION_DENIED', message: 'Not today.' }
    await route.fulfill({ status: 403, json: { error } })
  })
  await shop.cell(0, 1).focus()
  await keyboard.type('Baguette')
  await keyboard.press('Enter')
  const editor = shop.editor('name', 'bread')
  await expect(editor.getByRole('alert')).toContainText('Couldn’t save.')
  await expect(editor.getByLabel('Value')).toHaveValue('Baguette')
  expect(await shop.read('bread')).toMatchObject({ name: 'Bread' })
  await page.unroute(commits)
  await editor.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(editor).toHaveCount(0)
  await expect.poll(() => shop.read('bread')).toMatchObject({ name: 'Baguette' })
})

test('a cell edited offline waits in its tab and arrives', async ({ context, page }) => {
  await using shop = await Shop.open(page)
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible()
  await shop.cell(0, 1).focus()
  await page.keyboard.type('Quince')
  await page.keyboard.press('Enter')
  await expect(page.getByText('name of apple waits for the server')).toBeVisible()
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
  await expect(shop.cell(0, 1)).toHaveText('Quince')
  expect(await shop.read('apple')).toMatchObject({ name: 'Apple' })
  await context.setOffline(false)
  await expect.poll(() => shop.read('apple'), { timeout: 60_000 }).toMatchObject({ name: 'Quince' })
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 60_000 })
})

test('cells are held together: filled, pasted from a spreadsheet and taken back in one commit, and asked for by the menu', async ({
  page,
}) => {
  await using shop = await Shop.open(page)
  const { keyboard } = page
  const ids = page.getByRole('grid').getByRole('link')
  let commits = 0
  page.on('request', (request) => {
    if (request.url().includes('documents:commit')) commits += 1
  })
  await shop.cell(0, 3).focus()
  await keyboard.press('Space')
  await expect.poll(() => shop.read('apple')).toMatchObject({ fresh: false })
  await expect(shop.cell(0, 3)).toHaveText('false')
  commits = 0

  await shop.cell(0, 2).focus()
  await keyboard.press('Shift+ArrowDown')
  await keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 cells held')).toBeVisible()
  await keyboard.press('Control+d')
  await expect.poll(() => shop.read('bread')).toMatchObject({ stock: 3 })
  expect(await shop.read('cocoa')).toMatchObject({ stock: 3 })
  expect(commits).toBe(1)
  await page.getByRole('listitem').filter({ hasText: 'Saved 2 cells' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => shop.read('cocoa')).toMatchObject({ stock: 7 })
  expect(await shop.read('bread')).toMatchObject({ stock: 5 })

  // What somebody copied in a spreadsheet. Another type is asked about, and a double stays one.
  await shop.cell(0, 1).focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Melon\t4\ttrue\t2\n"Nut, ""ground"""\tmany\n')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  })
  const question = page.getByRole('alertdialog', { name: 'Paste into 6 cells of 2 documents?' })
  await expect(question).toContainText('1 cell gets a value of a type that is not usual there.')
  await question.getByRole('button', { name: 'Paste' }).click()
  await expect.poll(() => shop.read('bread')).toMatchObject({ name: 'Nut, "ground"', stock: 'many' })
  expect(await shop.read('apple')).toEqual({ name: 'Melon', stock: 4, fresh: true, price: 2 })
  expect(commits).toBe(3)
  await expect(shop.cell(1, 2)).toHaveText('many')
  await shop.cell(0, 1).press('Control+z')
  await expect.poll(() => shop.read('bread')).toMatchObject({ name: 'Bread', stock: 5 })
  await expect(shop.cell(1, 1)).toHaveText('Bread')

  await shop.cell(1, 1).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Only Bread' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await keyboard.press('Enter')
  await expect(ids).toHaveText(['bread'])
  await page.goBack()
  await expect(ids).toHaveText(['apple', 'bread', 'cocoa'])
  await shop.cell(0, 0).focus()
  await keyboard.press('/')
  await keyboard.type('coc')
  await expect(ids).toHaveText(['cocoa'])
  await keyboard.press('Control+a')
  await keyboard.type('BREA')
  await expect(ids).toHaveText(['bread'])
  await keyboard.press('Escape')
  await expect(ids).toHaveText(['apple', 'bread', 'cocoa'])

  // What the SDK can't tell of a value is filled down and copied all the same: another database of a reference.
  const elsewhere = { referenceValue: 'projects/demo-app/databases/archive/documents/goods/fig' }
  await shop.writeExactly('apple', 'price', elsewhere)
  await expect(shop.cell(0, 4)).toContainText('fig')
  await shop.cell(0, 4).focus()
  await keyboard.press('Shift+ArrowDown')
  await keyboard.press('Control+d')
  await expect.poll(() => shop.readExactly('bread', 'price')).toEqual(elsewhere)

  // What is set in all rows that are held begins with the cell that was pointed at.
  await keyboard.press('Escape')
  await shop.cell(0, 2).focus()
  await keyboard.press('Shift+ArrowDown')
  await shop.cell(0, 2).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Set/ }).click()
  const setting = page.getByRole('dialog', { name: 'Set a field of 2 documents' })
  await expect(setting.getByRole('textbox', { name: 'Field' })).toHaveValue('stock')
  await expect(setting.getByRole('textbox', { name: 'Value' })).toHaveValue('3')
})

test('a viewer reads the cells, and Enter opens the document', async ({ page }) => {
  await using shop = await Shop.open(page)
  const viewer = { email: 'vera@example.com', password: 'reads and writes not' }
  await ProjectOperator.addMember(shop.world, { ...viewer, role: 'viewer' })
  await signOut(page)
  await page.goto(shop.address())
  await signIn(page, viewer)
  const grid = page.getByRole('grid', { name: 'Documents' })
  await expect(grid).toHaveAttribute('aria-readonly', 'true')
  await shop.cell(0, 1).dblclick()
  await shop.cell(0, 1).focus()
  await page.keyboard.type('Mine')
  await page.keyboard.press('F2')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/goods\/apple/)
  expect(await shop.read('apple')).toMatchObject({ name: 'Apple' })
})

test('every type has its editor at the cell, and exact numbers stay what they are', async ({ page }) => {
  await using shop = await Shop.open(page)
  const { keyboard } = page
  await shop.cell(0, 3).focus()
  await keyboard.press('Enter')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await expect.poll(() => shop.read('apple')).toMatchObject({ fresh: false })
  await expect(shop.cell(0, 4)).toBeFocused()

  // A double that is whole: the SDK can't tell, and the server is asked.
  const { auth } = shop.other.services
  const name = `projects/demo-app/databases/(default)/documents/goods/apple`
  const written = await fetch(`${shop.world.origin}/v1/${name}?updateMask.fieldPaths=price`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await auth.currentUser?.getIdToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fields: { price: { doubleValue: 2 } } }),
  })
  expect(written.status).toBe(200)
  await expect(shop.cell(0, 4)).toHaveText('2')
  await keyboard.press('Enter')
  await expect(shop.editor('price', 'apple').getByLabel('Value')).toHaveValue('2.0')
  await expect(shop.editor('price', 'apple').getByRole('button', { name: /Type/ })).toContainText('double')
  await expectAccessibleInBothThemes(page)
  await keyboard.press('Escape')
  await keyboard.type('3')
  await keyboard.press('Enter')
  await expect(shop.cell(0, 4)).toHaveText('3')
  await expect
    .poll(async () => {
      const read = await fetch(`${shop.world.origin}/v1/${name}`, {
        headers: { authorization: `Bearer ${await auth.currentUser?.getIdToken()}` },
      })
      return await read.json()
    })
    .toMatchObject({ fields: { price: { doubleValue: 3 } } })
})
