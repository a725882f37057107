import { expect } from '@playwright/test'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

const vera = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const

test('a query is saved, shared with a member who opens it, and deleted', async ({ page, browser }) => {
  await using world = await ConsoleWorld.withOwner()
  await ProjectOperator.addMember(world, vera)
  const complaints = collectComplaints(page)
  const where = JSON.stringify(['total > 20'])
  await openSignedIn(
    page,
    `${world.origin}/projects/demo-app/data/orders?where=${where}&order=${JSON.stringify(['total desc'])}&limit=3`,
  )
  await page.getByRole('button', { name: 'Saved queries' }).press('Enter')
  await expect(page.getByText('No saved queries yet.')).toBeVisible()
  await page.getByLabel('Name').fill('Large orders')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Saved queries' })
  await expect(list.getByRole('link', { name: /Large orders/ })).toBeVisible()
  await page.getByLabel('Name').fill('All orders that nobody has looked at since the end of last month')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('link', { name: /^All orders/ })).toBeVisible()
  // A long name leaves room for what can be done.
  expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await list.getByRole('button', { name: /^Delete All orders/ }).press('Enter')
  await expect(list.getByRole('link', { name: /^All orders/ })).toHaveCount(0)
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Share Large orders' }).press('Enter')
  const sharing = page.getByRole('dialog', { name: 'Share Large orders' })
  await sharing.getByText('vera@example.com').click()
  await expect(sharing.getByRole('checkbox', { name: 'vera@example.com' })).toBeChecked()
  await expectAccessible(page)
  await sharing.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext()
  const other = await context.newPage()
  await openSignedIn(other, `${world.origin}/projects/demo-app/data/customers`, vera)
  await other.getByRole('button', { name: 'Saved queries' }).click()
  await other.getByRole('link', { name: /Large orders.*shared with you/ }).press('Enter')
  await expect(other).toHaveURL(/\/data\/orders\?.*where=/)
  await expect(other.getByRole('group', { name: 'Query' })).toContainText('total>20')
  await expect(other).toHaveURL(/[?&]limit=3(&|$)/)
  await other.getByRole('button', { name: 'Saved queries' }).click()
  await other.getByRole('button', { name: 'Remove Large orders from my list' }).press('Enter')
  await expect(other.getByText('No saved queries yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Saved queries' }).click()
  await expect(list.getByText('shared with')).toHaveCount(0)
  await context.close()
  await list.getByRole('button', { name: 'Delete Large orders' }).press('Enter')
  await expect(page.getByText('No saved queries yet.')).toBeVisible()
  expect(complaints).toEqual([])
})
