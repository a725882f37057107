import { expect } from '@playwright/test'
import { Shop } from './shop-table.ts'
import { test } from './test.ts'

test('what is refused while somebody types elsewhere waits for them, and nothing typed is lost', async ({ page }) => {
  await using shop = await Shop.open(page)
  const { keyboard } = page
  const held: (() => void)[] = []
  let isRefused = true
  const error = { code: 403, status: 'PERMISSION_DENIED', message: 'Not today.' }
  await page.route(/projects\/demo-app\/.*documents:commit/, async (route) => {
    if (!isRefused) {
      await route.continue()
      return
    }
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fulfill({ status: 403, json: { error } })
  })
  await shop.cell(0, 1).focus()
  await keyboard.type('Ananas')
  await keyboard.press('Tab')
  await keyboard.type('9')
  await expect.poll(() => held.length).toBe(1)
  await expect(shop.cell(0, 1)).toHaveText('Ananas saving')
  // Its editor would take the focus from the one that is open.
  for (const refuse of held.splice(0)) refuse()
  await expect(shop.cell(0, 1)).toHaveAttribute('aria-invalid', 'true')
  await expect(shop.editor('stock', 'apple').getByLabel('Value')).toBeFocused()
  await keyboard.type('9')
  await keyboard.press('Escape')
  const editor = shop.editor('name', 'apple')
  await expect(editor.getByLabel('Value')).toHaveValue('Ananas')
  await expect(editor.getByRole('alert')).toContainText('Couldn’t save.')
  await expect(shop.cell(0, 2)).toHaveText('3')

  // A value that can't be taken away stays, and is asked about where it was.
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(shop.cell(0, 1)).toHaveText('Apple')
  await shop.cell(1, 1).press('Delete')
  await expect.poll(() => held.length).toBe(1)
  for (const refuse of held.splice(0)) refuse()
  const removal = page.getByRole('dialog', { name: 'Take name of bread away' })
  await expect(removal.getByRole('alert')).toContainText('Couldn’t save.')
  isRefused = false
  await removal.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(removal).toHaveCount(0)
  await expect.poll(() => shop.read('bread')).toEqual({ stock: 5, fresh: false, price: 2.5 })
  expect(await shop.read('apple')).toMatchObject({ name: 'Apple', stock: 3 })
})

test('a cell whose save is on its way is typed into again, taken away, or left as it was sent', async ({ page }) => {
  await using shop = await Shop.open(page)
  const { keyboard } = page
  const held: { readonly pass: () => void; readonly refuse: () => void }[] = []
  const error = { code: 403, status: 'PERMISSION_DENIED', message: 'Not today.' }
  await page.route(/projects\/demo-app\/.*documents:commit/, async (route) => {
    const isPassed = await new Promise<boolean>((resolve) => {
      held.push({ pass: () => resolve(true), refuse: () => resolve(false) })
    })
    await (isPassed ? route.continue() : route.fulfill({ status: 403, json: { error } }))
  })
  const nextSave = async () => {
    await expect.poll(() => held.length).toBe(1)
    const [save] = held.splice(0)
    if (save === undefined) throw new Error('No save is on its way.')
    return save
  }
  const name = shop.cell(0, 1)
  const editor = shop.editor('name', 'apple')
  await name.focus()
  await keyboard.type('Ananas')
  await keyboard.press('Enter')
  await expect(name).toHaveText('Ananas saving')
  const first = await nextSave()
  await expect(shop.cell(1, 1)).toBeFocused()
  await name.focus()
  await keyboard.type('Kiwi')
  await expect(editor.getByLabel('Value')).toHaveValue('Kiwi')
  // The save before ends while this is typed.
  first.pass()
  await expect.poll(() => shop.read('apple')).toMatchObject({ name: 'Ananas' })
  await keyboard.type('s')
  await keyboard.press('Enter')
  const second = await nextSave()
  await name.focus()

  // Opened again and left: what was sent is still on its way. What is taken over next waits its turn.
  await keyboard.press('F2')
  await expect(editor.getByLabel('Value')).toHaveValue('Kiwis')
  await keyboard.type('!')
  await keyboard.press('Escape')
  await expect(name).toHaveText('Kiwis saving')
  await keyboard.press('Delete')
  await expect(name).toHaveText('saving')
  expect(held).toEqual([])
  second.pass()
  const third = await nextSave()
  expect(await shop.read('apple')).toMatchObject({ name: 'Kiwis' })

  // Into what is being taken away, too; what fails behind it asks once, with what was typed last.
  await keyboard.type('Fig')
  await keyboard.press('Enter')
  await expect(name).toHaveText('Fig saving')
  third.refuse()
  await expect(editor.getByRole('alert')).toContainText('Couldn’t save.')
  await expect(editor.getByLabel('Value')).toHaveValue('Fig')
  await editor.getByRole('button', { name: 'Save' }).press('Enter')
  const fourth = await nextSave()
  fourth.pass()
  await expect.poll(() => shop.read('apple')).toEqual({ name: 'Fig', stock: 3, fresh: true, price: 1.5 })
  await expect(name).toHaveText('Fig')

  // A field that only exists on its way here can be taken away again.
  const missing = shop.cell(2, 1)
  await missing.focus()
  await keyboard.type('Cocoa')
  await keyboard.press('Enter')
  const fifth = await nextSave()
  await keyboard.press('Delete')
  await expect(missing).toHaveText('saving')
  fifth.pass()
  const sixth = await nextSave()
  expect(await shop.read('cocoa')).toMatchObject({ name: 'Cocoa' })
  sixth.pass()
  await expect.poll(() => shop.read('cocoa')).toEqual({ stock: 7, price: 4.5 })
  await expect(page.getByText('Took name of cocoa away')).toBeVisible()
})
