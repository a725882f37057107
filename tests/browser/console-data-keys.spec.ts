import { expect, test } from '@playwright/test'
import { ConsoleWorld, signIn } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'

test('a document is added, a value of another type written, and both saved, by keys alone', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/projects/demo-app/data/bills`)
  await signIn(page)
  await page.getByRole('button', { name: 'Add document', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Document ID').fill('one')
  await dialog.getByRole('radio', { name: 'JSON' }).press('Space')
  await dialog.getByLabel('Fields as JSON (optional)').fill('{\n  "seal": "wax"\n}')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/data\/bills\/one/)

  const data = new DataBrowser(page)
  await page.getByRole('button', { name: 'Edit seal', exact: true }).press('Enter')
  const editor = page.getByRole('form', { name: 'Edit seal' })
  await editor.getByRole('button', { name: /Type/ }).focus()
  // On the way it is a boolean for a moment, and the text stays what it was.
  await page.keyboard.type('bytes')
  await expect(editor.getByRole('button', { name: /Type/ })).toContainText('bytes')
  await expect(editor.getByLabel('Value')).toHaveValue('wax')
  await editor.getByLabel('Value').fill('d2F4')
  await page.keyboard.press('Enter')
  await expect(editor).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/not saved|^Saving$/)).toHaveCount(0)
  await page.reload()
  await expect(data.value('seal')).toContainText('d2F4')
})
