import { expect } from '@playwright/test'
import { doc, setDoc } from 'firebase/firestore'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('an owner declares an index, sees it built, exempts a field, lets documents expire, and takes all back', async ({
  browser,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  await setDoc(doc(operator.services.firestore, 'stores/one'), { city: 'Rome', total: 1 })
  const complaints = collectComplaints(page)
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings?section=indexes`)
  await expect(page.getByText('No indexes over several fields')).toBeVisible()
  await page.getByRole('button', { name: 'Create index' }).click()
  const creating = page.getByRole('dialog', { name: 'Create an index' })
  await creating.getByLabel('Collection', { exact: true }).fill('stores')
  await creating.getByRole('textbox', { name: 'Field 1' }).fill('city')
  await creating.getByRole('button', { name: 'Create index' }).click()
  await expect(creating.getByText('Name a field.')).toBeVisible()
  await creating.getByRole('textbox', { name: 'Field 2' }).fill('total')
  await creating.getByRole('button', { name: /How field 2 is ordered/ }).click()
  await page.getByRole('option', { name: 'descending' }).click()
  await expectAccessible(page)
  await creating.getByRole('button', { name: 'Create index' }).click()
  const row = page.getByRole('table', { name: 'Indexes of this database' }).getByRole('row', { name: /stores/ })
  await expect(row).toContainText('city ↑, total ↓')
  await expect(row).toContainText('ready', { timeout: 15_000 })
  await expect(row).toContainText('manual')

  await page.getByRole('button', { name: 'Exempt a field' }).click()
  const exempting = page.getByRole('dialog', { name: 'Exempt a field from indexing' })
  await exempting.getByLabel('Collection', { exact: true }).fill('stores')
  await exempting.getByLabel('Field', { exact: true }).fill('notes')
  await exempting.getByRole('button', { name: 'Exempt a field' }).click()
  const exemptions = page.getByRole('table', { name: 'Fields that are indexed otherwise' })
  await expect(exemptions.getByRole('row', { name: /stores.notes/ })).toContainText('no index')

  await page.getByRole('button', { name: 'Let documents expire' }).click()
  const expiring = page.getByRole('dialog', { name: 'Let documents expire' })
  await expiring.getByLabel('Collection', { exact: true }).fill('carts')
  await expiring.getByLabel('Field with the time').fill('endsAt')
  await expiring.getByRole('button', { name: 'Let documents expire' }).click()
  const expiry = page.getByRole('table', { name: 'Collections whose documents expire' })
  await expect(expiry.getByRole('row', { name: /carts/ })).toContainText('endsAt')
  await expectAccessible(page)

  await expiry.getByRole('button', { name: 'Stop the expiry of carts' }).click()
  await expect(page.getByText('Nothing expires')).toBeVisible()
  await exemptions.getByRole('button', { name: 'Index again: stores.notes' }).click()
  await expect(page.getByText('Every field is indexed as usual')).toBeVisible()
  await row.getByRole('button', { name: /^Remove the index/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove index' }).click()
  await expect(page.getByText('No indexes over several fields')).toBeVisible()
  expect(complaints).toEqual([])

  await test.step('members who are no owners read how documents are indexed', async () => {
    const viewer = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const
    await ProjectOperator.addMember(world, viewer)
    const context = await browser.newContext()
    const other = await context.newPage()
    await openSignedIn(other, `${world.origin}/projects/demo-app/settings?section=indexes`, viewer)
    await expect(other.getByText(/Owners of the project make and remove them/)).toBeVisible()
    await expect(other.getByRole('button', { name: 'Create index' })).toHaveCount(0)
    await context.close()
  })
})
