import { expect, type Page } from '@playwright/test'
import { ConsoleWorld, signIn, signOut } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

const members = '**/hearth/v1/projects/demo-app/members'

/** From now on no question for the members is answered. */
async function holdMembers(page: Page): Promise<void> {
  await page.route(members, () => undefined)
}

const toSettings = (page: Page) => page.getByRole('link', { name: 'Settings', exact: true }).click()

test('what was known of a project is there at once when one comes back to it, until one leaves the project or signs out', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings?section=members`)
  const team = page.getByRole('table', { name: 'Members of this project' })
  await expect(team.getByRole('row', { name: /Olga Berg/ })).toBeVisible()

  await page.getByRole('tab', { name: 'Mails' }).click()
  await expect(page.getByRole('heading', { name: 'Mail templates' })).toBeVisible()
  await holdMembers(page)
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(team.getByRole('row', { name: /Olga Berg/ })).toBeVisible()

  await signOut(page)
  await signIn(page)
  await page.unroute(members)
  await page.goto(`${world.origin}/projects/demo-app/settings?section=members`)
  await expect(team.getByRole('row', { name: /Olga Berg/ })).toBeVisible()
  await page.getByRole('link', { name: 'Projects' }).first().click()
  await holdMembers(page)
  await page.getByRole('link', { name: 'demo-app' }).first().click()
  await toSettings(page)
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await expect(team).toHaveCount(0)
})
