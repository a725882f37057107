import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { addUsers, ada, rowsOf, signInStatus } from './users-screen.ts'
import { test } from './test.ts'

/** In both, what a table says of a row stands on a card. */
const widths = [320, 375]

async function openOnPhone(browser: Browser, world: ConsoleWorld, path: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await openSignedIn(page, world.origin + path)
  return page
}

/** Nothing hangs over the edge of the window, and none of these is smaller than a thumb. */
async function expectFitting(page: Page, targets: readonly Locator[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    for (const target of targets) {
      await target.scrollIntoViewIfNeeded()
      const { x = 0, width: wide = 0, height = 0 } = (await target.boundingBox()) ?? {}
      expect(Math.min(wide, height), await target.evaluate((one) => one.outerHTML)).toBeGreaterThanOrEqual(40)
      expect(x + wide).toBeLessThanOrEqual(width)
    }
  }
}

test('on a phone users are cards that say what matters, are sorted, chosen and changed together', async ({
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await addUsers(administrator, 3)
  await administrator.call('POST', 'v1', 'accounts', { ...ada, displayName: 'Ada' })
  expect(await signInStatus(world, administrator, ada.password)).toBe('')
  await administrator.call('POST', 'v1', 'accounts', {
    email: 'somebody.with.a.very.long.address@department.of.a-long-company-name.example.com',
    disabled: true,
  })
  const page = await openOnPhone(browser, world, '/projects/demo-app/users')
  await expect(rowsOf(page)).toHaveCount(6)
  const row = rowsOf(page).filter({ hasText: ada.email })
  await expect(row.getByText(ada.email)).toBeVisible()
  await expect(row.getByText('not verified')).toBeVisible()
  // The same table as on a desk: each fact is in a cell under its title, and said once.
  await expect(row.getByRole('rowheader')).toHaveText(/ada@example.com/)
  await expect(row.getByRole('cell', { name: 'not verified', exact: true })).toHaveCount(1)
  await expect(row.getByRole('cell', { name: /sign-in/ })).toHaveCount(0)
  await expect(row.getByRole('cell')).toHaveCount(4)
  await expect(page.getByRole('columnheader')).toHaveText(['', 'User', 'State', 'Created', 'Last sign-in'])
  const long = rowsOf(page).filter({ hasText: 'somebody.with' })
  await expect(long.getByText('disabled')).toBeVisible()
  await expectFitting(page, [
    page.getByRole('button', { name: 'Last sign-in' }),
    row.getByRole('link'),
    long.getByRole('link'),
    row.locator('label'),
    page.getByRole('button', { name: 'Filters' }),
    page.getByRole('button', { name: 'More', exact: true }).first(),
  ])
  const place = await rowsOf(page).nth(1).boundingBox()
  expect(place?.y).toBeLessThanOrEqual(260)
  await expectAccessibleInBothThemes(page)

  await page.getByRole('button', { name: 'User', exact: true }).tap()
  await expect(rowsOf(page).nth(1)).toContainText(ada.email)
  await page.getByRole('checkbox', { name: 'Select Ada' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Select Person 01' }).check({ force: true })
  await expect(page.getByText('2 selected')).toBeVisible()
  await expectFitting(page, [page.getByRole('button', { name: 'Disable', exact: true })])
  await page.getByRole('button', { name: 'Disable', exact: true }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable 2 users' }).tap()
  await expect(rowsOf(page).getByText('disabled', { exact: true })).toHaveCount(3)
})

test('on a phone members and invitations are cards, with what is done to them in reach', async ({ browser }) => {
  await using world = await ConsoleWorld.withOwner()
  const viewer = { email: 'vera.with.a.long.name@a-long-company-name.example.com', password: 'correct horse' }
  await ProjectOperator.addMember(world, { ...viewer, role: 'viewer' })
  const page = await openOnPhone(browser, world, '/projects/demo-app/settings?section=members')
  await page.getByRole('button', { name: 'Invite', exact: true }).tap()
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('E-mail').fill('somebody.with.a.long.name@a-long-company-name.example.com')
  await dialog.getByRole('button', { name: 'Invite' }).tap()
  await page.getByRole('button', { name: 'Done' }).tap()

  const members = page.getByRole('table', { name: 'Members of this project' })
  const vera = members.getByRole('row').filter({ hasText: viewer.email })
  const invitations = page.getByRole('table', { name: 'Open invitations' })
  const invitation = invitations.getByRole('row').filter({ hasText: 'somebody.with' })
  await expect(vera.getByRole('cell').first()).toContainText('Viewer')
  await expect(invitation.getByText(/^Ends:/)).toBeVisible()
  await expect(invitation.getByRole('cell', { name: /\d\d:\d\d/ })).toHaveCount(1)
  await expectFitting(page, [
    vera.getByRole('button', { name: /Role of/ }),
    vera.getByRole('button', { name: /^Remove/ }),
    members.getByRole('button', { name: 'Leave' }),
    invitation.getByRole('button', { name: /^New link/ }),
    invitation.getByRole('button', { name: /^Revoke/ }),
  ])
  await expectAccessibleInBothThemes(page)
  await invitation.getByRole('button', { name: /^Revoke/ }).tap()
  await expect(invitations).toHaveCount(0)
})

test('on a phone each entry of the audit log is a sentence with who and when, and opens', async ({ browser }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  await administrator.call('POST', 'v1', 'accounts', ada)
  await administrator.update(ada.email, { disableUser: true })
  const page = await openOnPhone(browser, world, '/projects/demo-app/settings?section=audit')
  const log = page.getByRole('table', { name: 'Entries of the audit log' })
  const entry = log.getByRole('row').filter({ hasText: `Disabled the user ${ada.email}` })
  await expect(entry.getByText('olga@example.com')).toBeVisible()
  await expect(entry.getByRole('time')).toBeVisible()
  await expect(log.getByRole('columnheader')).toHaveText(['What', 'Time', 'Who'])
  await expectFitting(page, [entry.getByRole('button')])
  await expectAccessible(page)
  await entry.getByRole('button').tap()
  await expect(page.getByRole('dialog').getByRole('link', { name: ada.email })).toBeVisible()
})
