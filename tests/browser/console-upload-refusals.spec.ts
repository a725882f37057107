import { expect, type Page } from '@playwright/test'
import { deleteObject, ref, uploadString } from 'firebase/storage'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { setTeam } from '../../apps/server/src/testing/set-team.ts'
import { ConsoleWorld, expectAccessible, owner, signIn } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** How an upload ends that the server refuses or never hears of, with the code of the catalogue (specification, section 8) that it says. */

const eda = { email: 'eda@example.com', password: 'correct horse' }
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })

async function choose(page: Page, name: string): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).click()
  await (await opened).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.alloc(1024 * 1024, 'x') }])
}

/** Keeps the content of uploads from the server until the test lets it go on. */
async function holdContent(page: Page): Promise<{ readonly begun: Promise<unknown>; letGo(): void }> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const isContent = (url: URL): boolean => url.pathname.startsWith('/v0/b/') && url.searchParams.has('upload_id')
  const begun = page.waitForRequest((request) => isContent(new URL(request.url())))
  await page.route(isContent, async (route) => {
    await promise
    await route.continue()
  })
  return { begun, letGo: () => resolve(undefined) }
}

/** An upload of an editor whose content is kept from the server, and whose role the test changes. */
async function uploadAsEditor(
  page: Page,
  world: ConsoleWorld,
): Promise<{ setRole(role: 'editor' | 'viewer'): Promise<void>; letGo(): void }> {
  const boss = await ConsoleAccount.signIn(world, owner.email, owner.password)
  const { uid } = await ConsoleAccount.signUp(world, eda.email, eda.password)
  const setRole = async (role: 'editor' | 'viewer') => await setTeam(world, 'demo-app', boss, { [uid]: role })
  await setRole('editor')
  await openSignedIn(page, `${world.origin}/projects/demo-app/files/`, eda)
  return { setRole, letGo: await beginUpload(page, 'film.txt') }
}

/** Begins an upload whose content is kept from the server. */
async function beginUpload(page: Page, name: string): Promise<() => void> {
  const { begun, letGo } = await holdContent(page)
  await choose(page, name)
  await begun
  return letGo
}

/** By a new password, and lets the page notice. */
async function endSessionsOf(
  page: Page,
  world: ConsoleWorld,
  { email, password, next }: { readonly email: string; readonly password: string; readonly next: string },
): Promise<void> {
  const account = await ConsoleAccount.signIn(world, email, password)
  await account.changePassword(next)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}

test('an upload that the server refuses or never hears of says so, and goes on when it may', async ({
  page,
  context,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.clock.install()
  const { setRole, letGo } = await uploadAsEditor(page, world)
  await test.step('storage/unauthenticated: an upload whose session ended says so while there is no new one, and goes on with it', async () => {
    const newSessions = '**/hearth/v1/projects/demo-app/operator-session'
    await page.route(newSessions, (route) => route.abort())
    // A smaller role ends the sessions that were opened with the one before.
    await setRole('viewer')
    letGo()
    await expect(tray(page)).toContainText('The session is over. The transfer goes on by itself with the next one')
    await tray(page).getByText('Details', { exact: true }).click()
    await expect(tray(page)).toContainText('storage/unauthenticated')

    await setRole('editor')
    await page.unroute(newSessions)
    // A session that couldn't be renewed is asked for again every half minute.
    await expect(async () => {
      await page.clock.fastForward('00:31')
      await expect(tray(page)).toContainText('1 file uploaded', { timeout: 2_000 })
    }).toPass()
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('storage/retry-limit-exceeded: an upload gives up when the server stays away, and is tried again', async () => {
    const letGo = await beginUpload(page, 'late.txt')
    await context.setOffline(true)
    letGo()
    await expect(tray(page)).toContainText('Waiting for the server')
    // The SDK tries for ten minutes.
    await page.clock.fastForward('11:00')
    await expect(tray(page)).toContainText('The transfer gave up after many tries.')
    await tray(page).getByText('Details', { exact: true }).click()
    await expect(tray(page)).toContainText('storage/retry-limit-exceeded')
    await context.setOffline(false)
    await tray(page).getByRole('button', { name: 'Try late.txt again' }).click()
    await expect(tray(page)).toContainText('1 file uploaded')
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('storage/unauthorized: whose role changes in the middle of an upload is told so, and it goes on with the role', async () => {
    // On a phone the tray is one line until a file of it waits for somebody.
    await page.setViewportSize({ width: 375, height: 700 })
    const letGo = await beginUpload(page, 'refused.txt')
    await expect(tray(page).getByRole('button', { name: 'Show uploads' })).toBeVisible()
    await setRole('viewer')
    letGo()
    await expect(tray(page)).toContainText('The rules or your role don’t allow this for this file.')
    await tray(page).getByText('Details', { exact: true }).click()
    await expect(tray(page)).toContainText('storage/unauthorized')

    await setRole('editor')
    // Whether or not the page has heard of the role by then.
    await tray(page).getByRole('button', { name: 'Try refused.txt again' }).click()
    await expect(tray(page)).toContainText('1 file uploaded')
  })
})

test('storage/unauthenticated: who is signed out in the middle of an upload', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const { letGo } = await uploadAsEditor(page, world)
  await test.step('who signs in again sees it go on', async () => {
    await endSessionsOf(page, world, { ...eda, next: 'another horse' })
    await expect(page.getByText('1 upload waits in this tab for the account that was signed in.')).toBeVisible()
    await expect(page.getByText('Not saved when the session ended')).toHaveCount(0)
    await expect(tray(page)).toHaveCount(0)
    letGo()
    await signIn(page, { ...eda, password: 'another horse' })
    await expect(tray(page)).toContainText('1 file uploaded')
    await expect(page.getByRole('region', { name: /^Files/ }).getByRole('link', { name: 'film.txt' })).toBeVisible()
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('for another account it does not go on, and is not named', async () => {
    const letGo = await beginUpload(page, 'second.txt')
    await endSessionsOf(page, world, { ...eda, password: 'another horse', next: 'a third horse' })
    await expect(page.getByText('1 upload waits in this tab for the account that was signed in.')).toBeVisible()
    letGo()
    await signIn(page)
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    await expect(page.getByText('second.txt')).toHaveCount(0)
    await expect(tray(page)).toHaveCount(0)
  })
})

test('storage/quota-exceeded: an upload without room says how much is used, stays paused, and goes on once there is room', async ({
  page,
}) => {
  const mebibyte = 1024 * 1024
  await using world = await ConsoleWorld.withOwner({ HEARTH_STORAGE_QUOTA: String(1.5 * mebibyte) })
  await using operator = await ProjectOperator.enter(world)
  await uploadString(ref(operator.services.storage, 'old.txt'), 'x'.repeat(mebibyte))
  await openSignedIn(page, `${world.origin}/projects/demo-app/files/`)
  await choose(page, 'film.txt')
  await expect(tray(page)).toContainText(
    /hold 1.0.MiB of 1.5.MiB, and beside other uploads there is no room for 1.0.MiB/,
  )
  await expect(tray(page)).toContainText('Uploads paused')
  await tray(page).getByText('Details', { exact: true }).click()
  await expect(tray(page)).toContainText('storage/quota-exceeded')
  await expectAccessible(page)
  await tray(page).getByRole('button', { name: 'Resume film.txt' }).click()
  await expect(tray(page)).toContainText('there is no room for')

  await deleteObject(ref(operator.services.storage, 'old.txt'))
  await tray(page).getByRole('button', { name: 'Resume film.txt' }).click()
  await expect(tray(page)).toContainText('1 file uploaded')
})
