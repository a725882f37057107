import { expect } from '@playwright/test'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { ConsoleWorld, expectAccessibleInBothThemes, signOut } from './console-world.ts'
import {
  changeText,
  goOffline,
  keptBy,
  openFirstNote,
  openNote,
  queueText,
  readNote,
  textOf,
  whenKept,
  writeNote,
} from './kept-note.ts'
import { DataBrowser } from './data-browser.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('an open page goes on without the server: what it shows has its age, and what is changed waits and arrives once', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withProcess()
  await writeNote(world, 'first', { text: 'before', count: 1 })
  await openNote(page, world, 'first')

  const { port, dataFolder } = world.server
  await world.server.kill('SIGKILL')
  await expect(page.getByRole('button', { name: /^Connection: Reconnecting/ })).toBeVisible()
  await expect(textOf(page)).toHaveText('before')
  await expect(page.getByText(/^as of /).first()).toBeVisible()

  await queueText(page, 'made offline')
  await expect(textOf(page)).toHaveText('made offline')
  await expect(page.getByText('Document · waits for the server')).toBeVisible()
  await expect(page.getByText(/Can’t reach the server.*1 change waits in this tab/)).toBeVisible()
  // Elsewhere in the console it waits all the same.
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page).toHaveURL(/\/demo-app$/)
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()

  await using back = await SpawnedServer.start({ dataFolder, settings: { HEARTH_PORT: String(port) } })
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Connection: Live' }).click()
  await expect(page.getByText('Every change is saved.')).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')

  expect(back.origin).toBe(world.origin)
  expect(await readNote(world, 'first')).toEqual({ text: 'made offline', count: 1 })
  // Once: the history knows the version before and this one.
  await page.goto(`${world.origin}/projects/demo-app/data/notes/first?tab=history`)
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
})

test('closing a page with a change that waits is asked about, and takes the change along', async ({
  context,
  page,
}) => {
  await using world = await openFirstNote(page)
  await whenKept(page)
  await goOffline(page)
  await queueText(page, 'made offline')
  const asked = page.waitForEvent('dialog')
  const closing = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await closing
  await expect(textOf(page)).toHaveText('made offline')

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  // The page itself opens without the server, and says that it can't be reached.
  await expect(page.getByRole('heading', { level: 1, name: 'Can’t reach the server' })).toBeVisible({ timeout: 30_000 })
  expect((await keptBy(page)).databases).toEqual([])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('made offline')
  await context.setOffline(false)
  await expect(textOf(page)).toHaveText('before', { timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
  expect(await readNote(world, 'first')).toEqual({ text: 'before' })
})

test('a document added offline waits with an id of its own; a chosen id is asked about when the server is back', async ({
  context,
  page,
}) => {
  await using world = await openFirstNote(page)
  await goOffline(page)

  await page.getByRole('button', { name: 'Add document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a document to notes' })
  await expect(dialog.getByText(/waits in this tab/)).toBeVisible()
  await dialog.getByText('JSON', { exact: true }).click()
  await dialog.getByLabel('Fields as JSON (optional)').fill('{"text": "written offline"}')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(textOf(page)).toHaveText('written offline')
  await expect(page).toHaveURL(/\/data\/notes\/\w{20}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()

  // Another document of this id would be written over: it waits in its form, and can be given up.
  await page.getByRole('button', { name: 'Add document' }).click()
  await dialog.getByLabel('Document id').fill('first')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/^Waits for the server/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add document' }).click()
  await dialog.getByLabel('Document id').fill('first')
  await dialog.getByText('JSON', { exact: true }).click()
  await dialog.getByLabel('Fields as JSON (optional)').fill('{"text": "over it"}')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText(/^Waits for the server/)).toBeVisible()

  await context.setOffline(false)
  await expect(dialog.getByText('There is a document with this id already. Choose another id.')).toBeVisible({
    timeout: 60_000,
  })
  await dialog.getByLabel('Document id').fill('second')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/\/data\/notes\/second$/)
  await expect.poll(() => readNote(world, id), { timeout: 60_000 }).toEqual({ text: 'written offline' })
  expect(await readNote(world, 'first')).toEqual({ text: 'before' })
  expect(await readNote(world, 'second')).toEqual({ text: 'over it' })
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
})

test('a server on the same machine is worked with when the browser has no network', async ({ page }) => {
  await using world = await ConsoleWorld.withProcess()
  await writeNote(world, 'first', { text: 'before' })
  // What a browser says on a machine without any network, whose own addresses answer all the same.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => sessionStorage.getItem('online') !== null })
  })
  await openNote(page, world, 'first')
  const live = page.getByRole('button', { name: 'Connection: Live' })
  await expect(live).toBeVisible()
  await changeText(page, 'without a network')
  await expect.poll(() => readNote(world, 'first')).toEqual({ text: 'without a network' })

  // It goes once more while the page is open, after it was back.
  for (const word of ['online', 'offline'])
    await page.evaluate((event) => {
      if (event === 'online') sessionStorage.setItem('online', '')
      else sessionStorage.removeItem('online')
      dispatchEvent(new Event(event))
    }, word)
  await changeText(page, 'still without')
  await expect.poll(() => readNote(world, 'first')).toEqual({ text: 'still without' })
  await live.click()
  await expect(page.getByText('Every change is saved.')).toBeVisible()
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const { dataFolder, port } = world.server
  await world.server.kill('SIGKILL')
  await expect(page.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible()
  await using _ = await SpawnedServer.start({ dataFolder, settings: { HEARTH_PORT: String(port) } })
  await expect(live).toBeVisible({ timeout: 60_000 })
  // The server is told of the end of the session.
  const ended = page.waitForResponse(
    (response) => /\/sessions\//.test(response.url()) && response.request().method() === 'DELETE',
  )
  await signOut(page)
  expect((await ended).status()).toBe(200)
})

test('a document added offline that the server refuses is told of', async ({ context, page }) => {
  await using _world = await openFirstNote(page)
  await goOffline(page)
  // Only the server knows how large a document may be.
  await page.getByRole('button', { name: 'Add document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a document to notes' })
  await dialog.getByText('JSON', { exact: true }).click()
  await dialog.getByLabel('Fields as JSON (optional)').fill(JSON.stringify({ text: 'x'.repeat(1_100_000) }))
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: '1 change was not saved, and is kept here' })).toContainText(
    /New document notes\/\w{20}: the server of demo-app refused it/,
    { timeout: 60_000 },
  )
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 60_000 })
})

test('each tab has what waits in it, and all of them are live', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await writeNote(world, 'shared', { text: 'old' })
  await openNote(page, world, 'shared')
  const other = await context.newPage()
  await other.goto(`${world.origin}/projects/demo-app/data/notes/shared`)
  await expect(textOf(other)).toHaveText('old')
  await changeText(page, 'live in both')
  await expect(textOf(other)).toHaveText('live in both')

  await goOffline(page)
  // Somebody else may change the same before it came there.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(/^Undoing needs the server/)).toBeVisible()
  await expect(textOf(page)).toHaveText('live in both')
  await queueText(page, 'from one to the other')
  await expect(other.getByRole('button', { name: /^Connection: Offline/ })).toBeVisible()
  await expect(other.getByRole('button', { name: /waiting$/ })).toHaveCount(0)
  await expect(textOf(other)).toHaveText('live in both')
  // Signing out in the other asks about what waits in this one.
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = other.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
  await expect(question).toContainText('In other tabs:')
  await expect(question.getByRole('listitem')).toHaveText(['1 change that waits for the server'])
  await question.getByRole('button', { name: 'Stay signed in' }).click()

  await context.setOffline(false)
  await expect(textOf(other)).toHaveText('from one to the other', { timeout: 60_000 })
  expect(await readNote(world, 'shared')).toEqual({ text: 'from one to the other' })
})

test('signing out asks before changes are lost', async ({ context, page }) => {
  await using world = await openFirstNote(page)
  await goOffline(page)
  await changeText(page, 'after')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
  await expect(question.getByRole('listitem')).toHaveText(['1 change that waits for the server'])
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(textOf(page)).toHaveText('after')
  await context.setOffline(false)
  await expect(page.getByText('1 change that waited is saved')).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => readNote(world, 'first'), { timeout: 60_000 }).toEqual({ text: 'after' })
})

test('signing out asks about what other tabs would lose, too', async ({ context, page }) => {
  await using world = await openFirstNote(page)
  await page.goto(`${world.origin}/projects/demo-app/users`)
  const other = await context.newPage()
  await other.goto(`${world.origin}/projects/demo-app/data/notes/first`)
  await new DataBrowser(other).editValue('text', 'string', 'typed in another tab')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
  await expect(question).toContainText('In other tabs:')
  await expect(question.getByRole('listitem')).toHaveText(['1 change of a document, not saved'])
  await expectAccessibleInBothThemes(page)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(other.getByText('1 change not saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(other).toHaveURL(/\/sign-in/)
})
