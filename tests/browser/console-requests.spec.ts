import { expect, test } from '@playwright/test'
import { collectComplaints, ConsoleWorld, expectAccessible, signIn } from './console-world.ts'

/** An app's visitor asks for a document, over HTTP as the lite SDK does. */
async function visit(world: ConsoleWorld, path: string): Promise<void> {
  const answer = await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/${path}`)
  expect(answer.status).toBe(403)
}

test('requests appear as they come, with who asked and why they were denied, and are filtered', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await page.goto(`${world.origin}/projects/demo-app/requests`)
  await signIn(page)
  await expect(page.getByText('No requests yet')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
  await visit(world, 'orders/first')
  await expect(rows).toHaveText([/Denied.*get.*orders\/first.*nobody signed in.*No rules are published/])
  await visit(world, 'customers/second')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('customers/second')

  await page.getByLabel('Path begins with').fill('orders/')
  await page.getByLabel('Path begins with').press('Enter')
  await expect(page).toHaveURL(/path=orders/)
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /Verdict/ }).click()
  await page.getByRole('option', { name: 'Allowed' }).click()
  await expect(page.getByText('No request matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByLabel('Path begins with')).toHaveValue('')
  await page.getByRole('button', { name: /Since/ }).click()
  await page.getByRole('option', { name: 'Last hour' }).click()
  await expect(page).toHaveURL(/since=1h/)
  await expect(rows).toHaveCount(2)

  // Switched off, nothing moves.
  await page.getByText('Live', { exact: true }).last().click()
  await expect(page.getByRole('switch', { name: 'Live' })).not.toBeChecked()
  await visit(world, 'orders/third')
  await page.getByRole('button', { name: /Verdict/ }).click()
  await page.getByRole('option', { name: 'Denied' }).click()
  await expect(rows).toHaveCount(3)
  expect(complaints).toEqual([])
})

test('a request opens with all that is kept of it, and becomes a test of the rules', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  await visit(world, 'orders/order-1001')
  await page.goto(`${world.origin}/projects/demo-app/requests`)
  await signIn(page)
  await page.getByRole('button', { name: /get.*orders\/order-1001/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Request' })
  await expect(dialog.getByText('No rules are published.')).toBeVisible()
  await expect(dialog.getByText('127.0.0.1')).toBeVisible()
  await expect(page).toHaveURL(/request=/)
  await page.reload()
  await dialog.getByText('What rules are asked').click()
  await expect(dialog.getByText('"stringValue"').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save as a test' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Strangers read no orders')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('link', { name: 'Open the rules' }).click()
  await page.getByRole('tab', { name: 'Tests' }).click()
  await expect(page.getByRole('list', { name: 'Saved tests' }).getByRole('listitem')).toHaveText([
    /Strangers read no orders.*Passes.*get orders\/order-1001 as nobody must be denied/,
  ])
  await page.goto(`${world.origin}/projects/demo-app/requests?request=1`)
  await expect(page.getByText('It is not among the last 10,000 any more.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('on a phone each request says who asked, why it was decided and when, and opens by a tap anywhere', async ({
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await visit(world, 'orders/order-1001-with-a-name-that-is-longer-than-a-phone-is-wide')
  await using context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.goto(`${world.origin}/projects/demo-app/requests`)
  await signIn(page)
  const row = page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
  await expect(row).toHaveText([/Denied.*get.*nobody signed in.*No rules are published/])
  const decidedBy = row.getByText('No rules are published.').filter({ visible: true })
  await expect(decidedBy).toBeInViewport({ ratio: 1 })
  await expect(row.locator('time').filter({ visible: true })).toBeInViewport({ ratio: 1 })
  const list = page.getByRole('region', { name: 'Requests' })
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expectAccessible(page)
  const { x, y, width, height } = (await decidedBy.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.touchscreen.tap(x + width / 2, y + height / 2)
  await expect(page.getByRole('dialog', { name: 'Request' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the list of requests in the ${colorScheme} theme, empty or not`, async ({ page }) => {
    await using world = await ConsoleWorld.withOwner()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${world.origin}/projects/demo-app/requests`)
    await signIn(page)
    await expect(page.getByText('No requests yet')).toBeVisible()
    await expectAccessible(page)
    await visit(world, 'orders/first')
    await expect(page.getByText('orders/first')).toBeVisible()
    await expectAccessible(page)
  })
}
