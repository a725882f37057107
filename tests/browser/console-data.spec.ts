import { expect, test } from '@playwright/test'
import { collectComplaints, ConsoleWorld, expectAccessible, signIn } from './console-world.ts'

test('documents are added, edited by type, deleted and brought back, and are there after a reload', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/projects/demo-app/data/`)
  await signIn(page)

  await page.getByRole('button', { name: 'Add collection' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add collection' })
  await adding.getByLabel('Collection id').fill('notes')
  await adding.getByLabel('Document id').fill('first')
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/data/notes/first`)

  const fields = page.getByRole('list', { name: 'Fields' })
  const edit = async (open: string, type: string, value: string | undefined, name?: string) => {
    await page.getByRole('button', { name: open, exact: true }).click()
    const dialog = page.getByRole('dialog')
    if (name !== undefined) await dialog.getByLabel('Field name').fill(name)
    await dialog.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: type, exact: true }).click()
    if (value !== undefined) await dialog.getByLabel('Value').fill(value)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await edit('Add field', 'string', 'hello', 'text')
  await edit('Add field', 'number', '42', 'n')
  await edit('Add field', 'array', '["a"]', 'tags')
  await edit('Add field', 'server time', undefined, 'at')
  await edit('Edit tags', 'array: add to', '["b", "a"]')
  await edit('Edit n', 'geo point', '51.5, -0.12')
  await expect(fields.getByText('["a","b"]')).toBeVisible()
  await edit('Edit tags', 'array: remove from', '["a"]')
  await expect(fields.getByText('["b"]')).toBeVisible()
  await expect(fields.getByText('51.5, -0.12')).toBeVisible()
  await page.getByRole('button', { name: 'Delete text' }).click()
  await expect(fields.getByText('hello')).toHaveCount(0)

  await page.reload()
  await expect(fields.getByText('["b"]')).toBeVisible()
  await page.getByRole('button', { name: 'Delete document' }).click()
  await expect(page.getByText('There is no such document')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(fields.getByText('["b"]')).toBeVisible()
})

test('a value that is not of its type is refused where it stands', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/projects/demo-app/data/orders/order-1001`)
  await signIn(page)
  await page.getByRole('button', { name: 'Edit total' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Value').fill('a lot')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Value')).toHaveAccessibleDescription(/not a value of the type number/)
  await expect(dialog.getByLabel('Value')).toHaveValue('a lot')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the data browser in the ${colorScheme} theme`, async ({ page }) => {
    await using world = await ConsoleWorld.withOwner()
    const complaints = collectComplaints(page)
    await page.emulateMedia({ colorScheme })
    await page.goto(`${world.origin}/projects/demo-app/data/orders/order-1001`)
    await signIn(page)
    await expect(page.getByRole('list', { name: 'Fields' })).toBeVisible()
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })
}
