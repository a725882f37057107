import { connectFirestore } from '@hearth/client/firestore'
import { expect } from '@playwright/test'
import { doc, getDoc, setDoc, terminate } from 'firebase/firestore'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { ConsoleWorld, expectAccessibleInBothThemes, signIn, signOut } from './console-world.ts'
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
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('documents are read from what the browser kept, and changes made offline arrive once', async ({ page }) => {
  await using world = await ConsoleWorld.withProcess()
  await writeNote(world, 'first', { text: 'before', count: 1 })
  await openNote(page, world, 'first')
  await whenKept(page)

  const { port, dataFolder } = world.server
  await world.server.kill('SIGKILL')
  await page.reload()
  await expect(page.getByRole('button', { name: /^Connection: Reconnecting/ })).toBeVisible()
  await expect(textOf(page)).toHaveText('before')
  await expect(page.getByText(/^as of /).first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()

  await queueText(page, 'made offline')
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()

  // The queue outlives the page.
  await page.reload()
  await expect(textOf(page)).toHaveText('made offline')
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
  await expect(page.getByText(/Can’t reach the server.*1 change/)).toBeVisible()

  await using back = await SpawnedServer.start({ dataFolder, settings: { HEARTH_PORT: String(port) } })
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Connection: Live' }).click()
  await expect(page.getByText('Every change is saved.')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')

  expect(back.origin).toBe(world.origin)
  expect(await readNote(world, 'first')).toEqual({ text: 'made offline', count: 1 })
  // Once: the history knows the version before and this one.
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
})

test('a document added offline waits with an id of its own; a chosen id is asked about when the server is back', async ({
  context,
  page,
}) => {
  await using world = await openFirstNote(page)
  await goOffline(page)

  await page.getByRole('button', { name: 'Add document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a document to notes' })
  await expect(dialog.getByText(/waits on this machine/)).toBeVisible()
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
  await expect(page.getByRole('alert').getByText(/was not added, though it had waited here/)).toBeVisible({
    timeout: 60_000,
  })
  // What it was is not lost with it.
  await expect(page.getByRole('region', { name: '1 change was not saved, and is kept here' })).toContainText(
    /New document notes\/\w{20}: the server of demo-app refused it/,
  )
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 60_000 })
})

test('what waits for one database goes out when a page opens that looks at another', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const { auth, firestore } = operator.services
  const created = await fetch(`${world.origin}/v1/projects/demo-app/databases?databaseId=archive`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await auth.currentUser?.getIdToken()}` },
    body: '{}',
  })
  expect(created.status).toBe(200)
  const archive = connectFirestore(auth.app, { origin: world.origin, databaseId: 'archive' })
  await setDoc(doc(archive, 'notes/first'), { text: 'archived' })
  await setDoc(doc(firestore, 'notes/first'), { text: 'here' })
  await openNote(page, world, 'first?database=archive')
  await expect(textOf(page)).toHaveText('archived')
  await whenKept(page)
  await goOffline(page)
  await queueText(page, 'changed offline')
  await page.reload()
  await expect(textOf(page)).toHaveText('changed offline')

  await page.goto(`${world.origin}/projects/demo-app/data/notes/first`)
  await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
  await context.setOffline(false)
  await expect(textOf(page)).toHaveText('here', { timeout: 60_000 })
  const read = async () => (await getDoc(doc(archive, 'notes/first'))).data()
  await expect.poll(read, { timeout: 60_000 }).toEqual({ text: 'changed offline' })
  await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
  await terminate(archive)
})

test('two tabs share what is kept, also what waits', async ({ context, page }) => {
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
  await changeText(page, 'from one to the other')
  await expect(textOf(other)).toHaveText('from one to the other')
  await expect(other.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
  await expect(page.getByText('Document · waits for the server')).toBeVisible()
  await writeNote(world, 'shared', { text: 'of somebody else' })
  await context.setOffline(false)
  await expect(other.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => readNote(world, 'shared'), { timeout: 60_000 }).toEqual({ text: 'from one to the other' })

  // What it took the place of is not lost, in either tab.
  await page.reload()
  for (const tab of [page, other]) {
    const told = tab.getByRole('alert').filter({ hasText: 'Your change of notes/shared was made offline' })
    await expect(told).toContainText('text: from one to the other', { timeout: 60_000 })
    await expect(told).toContainText('text: of somebody else')
  }
  await page.getByRole('button', { name: 'Take the other: notes/shared' }).click()
  await expect(textOf(other)).toHaveText('of somebody else')
  await expect(other.getByText('Your change of notes/shared was made offline')).toHaveCount(0)
  expect(await readNote(world, 'shared')).toEqual({ text: 'of somebody else' })
})

test('signing out leaves nothing of the user in the browser, in any tab', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await writeNote(world, 'secret', { text: 'for my eyes' })
  await openNote(page, world, 'secret')
  const other = await context.newPage()
  await other.goto(`${world.origin}/projects/demo-app/data/notes/secret`)
  await expect(textOf(other)).toHaveText('for my eyes')
  expect((await keptBy(page)).databases).not.toEqual([])

  await signOut(page)
  await expect(other).toHaveURL(/\/sign-in/)
  await expect.poll(() => keptBy(page), { timeout: 30_000 }).toEqual({ databases: [], keys: [] })

  // Who comes next, finds the console as usual.
  await signIn(page)
  await expect(
    page
      .getByRole('navigation', { name: /^Areas of/ })
      .or(page.getByRole('heading', { name: 'Projects' }))
      .first(),
  ).toBeVisible()
  await page.goto(`${world.origin}/projects/demo-app/data/notes/secret`)
  await expect(textOf(page)).toHaveText('for my eyes')
})

test('what is kept for somebody else goes before anybody reads it', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await writeNote(world, 'secret', { text: 'for my eyes' })
  await openNote(page, world, 'secret')
  // Their session ended while the browser was closed.
  await page.evaluate(() => {
    localStorage.setItem('hearth.documents', 'somebody else')
    localStorage.setItem('hearth.kept.grant.demo-app', '{}')
    localStorage.setItem('hearth.kept.recents.x.demo-app', '[]')
  })
  await page.goto(`${world.origin}/projects`)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('hearth.kept.recents.x.demo-app'))).toBeNull()
  expect((await keptBy(page)).databases.filter((name) => name.includes('demo-app'))).toEqual([])
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
