import { expect, type Page } from '@playwright/test'
import { ConsoleWorld, signIn, signOut } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

const members = '**/hearth/v1/projects/demo-app/members'

const teamOf = (page: Page) => page.getByRole('table', { name: 'Members of this project' })
const areasOf = (page: Page) => page.getByRole('navigation', { name: /^Areas of/ })

/** Opens the members from anywhere in the project, without loading the page anew. */
async function toMembers(page: Page): Promise<void> {
  await areasOf(page).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible()
}

test('what was known of a project is there at once when one comes back to it, and goes when one leaves the project', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  await toMembers(page)
  await expect(teamOf(page).getByRole('row', { name: /Olga Berg/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Apps and keys' }).click()
  await expect(page.getByText('No service keys yet')).toBeVisible()

  // No answer comes from now on.
  const asked = page.waitForRequest(members)
  await page.route(members, () => undefined)
  await toMembers(page)
  await expect(teamOf(page).getByRole('row', { name: /Olga Berg/ })).toBeVisible()
  await asked

  await page.locator('a[href="/projects"]').first().click()
  await page.getByRole('main').locator('a[href="/projects/demo-app"]').click()
  await toMembers(page)
  await expect(teamOf(page)).toHaveCount(0)
})

test('who signs out leaves nothing of it to whoever signs in on the same page', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  await toMembers(page)
  await expect(teamOf(page).getByRole('row', { name: /Olga Berg/ })).toBeVisible()
  await signOut(page)
  await page.route(members, () => undefined)
  await signIn(page)
  await toMembers(page)
  await expect(teamOf(page)).toHaveCount(0)
})

test('two cards that show the same ask for it once', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  const settings: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/projects/demo-app/files/settings'))
      settings.push('asked')
  })
  await areasOf(page).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('switch', { name: 'Allow public files' })).toBeVisible()
  expect(settings).toEqual(['asked'])
})
