import { expect, type Page } from '@playwright/test'
import { ConsoleWorld, signIn, signOut } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

const teamOf = (page: Page) => page.getByRole('table', { name: 'Members of this project' })
const areasOf = (page: Page) => page.getByRole('navigation', { name: /^Areas of/ })

/** Opens the members from anywhere in the project, without loading the page anew. */
async function toMembers(page: Page): Promise<void> {
  await areasOf(page).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByRole('heading', { name: 'Members', exact: true })).toBeVisible()
}

/** What asks for the members gets no answer from now on, until it is let go. */
async function holdMembers(page: Page): Promise<{ whenAsked: Promise<void>; letGo: () => void }> {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/hearth/v1/projects/demo-app/members', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  return { whenAsked: asked.promise, letGo: held.resolve }
}

test('what was known of a project is shown at once, asked for once, and goes with whoever knew it', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const olga = teamOf(page).getByRole('row', { name: /Olga Berg/ })
  await openSignedIn(page, `${world.origin}/projects/demo-app`)

  await test.step('two cards that show the same ask for it once', async () => {
    const settings: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().endsWith('/projects/demo-app/files/settings'))
        settings.push('asked')
    })
    await areasOf(page).getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('switch', { name: 'Allow public files' })).toBeVisible()
    expect(settings).toEqual(['asked'])
  })

  await test.step('it is there at once when one comes back to it', async () => {
    await toMembers(page)
    await expect(olga).toBeVisible()
    await page.getByRole('tab', { name: 'Apps and keys' }).click()
    await expect(page.getByText('No service keys yet')).toBeVisible()
    const answers = await holdMembers(page)
    await toMembers(page)
    await expect(olga).toBeVisible()
    await answers.whenAsked
    answers.letGo()
  })

  await test.step('it goes when one leaves the project', async () => {
    await page.locator('a[href="/projects"]').first().click()
    const answers = await holdMembers(page)
    await page.getByRole('main').locator('a[href="/projects/demo-app"]').click()
    await toMembers(page)
    await answers.whenAsked
    await expect(teamOf(page)).toHaveCount(0)
    answers.letGo()
    await expect(olga).toBeVisible()
  })

  await test.step('who signs out leaves nothing of it to whoever signs in on the same page', async () => {
    await signOut(page)
    const answers = await holdMembers(page)
    await signIn(page)
    await toMembers(page)
    await answers.whenAsked
    await expect(teamOf(page)).toHaveCount(0)
    answers.letGo()
    await expect(olga).toBeVisible()
  })
})
