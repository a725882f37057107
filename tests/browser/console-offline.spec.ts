import { expect } from '@playwright/test'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { ConsoleWorld, expectAccessibleInBothThemes, signOut } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { changeText, goOffline, goToNote, keptBy, Notes, queueText, textOf, whenKept } from './kept-note.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

test('an open page goes on without the server', async ({ page }) => {
  await using world = await ConsoleWorld.withProcess()
  {
    await using notes = await Notes.enter(world)
    await notes.write('first', { text: 'before', count: 1 })
  }
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first`)
  const data = new DataBrowser(page)

  await test.step('a save just after the server died waits in its tab', async () => {
    await data.editValue('text', 'string', 'after it died')
    await world.server.kill('SIGKILL')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
    await expect(page.getByText(/not saved|^Saving|Couldn’t save/)).toHaveCount(0)
  })

  await test.step('what the page shows has its age, and says what waits', async () => {
    await expect(page.getByRole('button', { name: /^Connection: Reconnecting/ })).toBeVisible()
    await expect(page.getByText(/^as of /).first()).toBeVisible()
    await expect(textOf(page)).toHaveText('after it died')
    await expect(
      page
        .getByRole('region', { name: 'Document · waits for the server' })
        .getByText('waits for the server', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(/Can’t reach the server.*1 change waits in this tab/)).toBeVisible()
    // Elsewhere in the console it waits all the same.
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page).toHaveURL(/\/demo-app$/)
    await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
    await page.goBack()
    await expect(textOf(page)).toHaveText('after it died')
  })

  await test.step('what only the server writes exactly is no queue’s: the form keeps it, and says so', async () => {
    await data.addField('ratio', 'double', '3')
    await expect(page.getByText(/these changes can’t wait in this tab: only the server/)).toBeVisible()
    await expect(page.getByText(/^Changes wait in this tab/)).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/^The server doesn’t answer, and these changes can’t wait/)).toBeVisible()
    await expect(page.getByText('1 change not saved')).toBeVisible()
  })

  const { port, dataFolder } = world.server
  await using back = await SpawnedServer.start({ dataFolder, settings: { HEARTH_PORT: String(port) } })
  await test.step('what waited arrives once when the server is back, and what did not can be saved', async () => {
    expect(back.origin).toBe(world.origin)
    await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Connection: Live' }).click()
    await expect(page.getByText('Every change is saved.')).toBeVisible({ timeout: 60_000 })
    await page.keyboard.press('Escape')
    await using notes = await Notes.enter(world)
    expect(await notes.read('first')).toEqual({ text: 'after it died', count: 1 })
    await expect(page.getByText('1 change not saved')).toBeVisible()
    // Once: the history knows the version before and this one.
    await data.save()
    expect(await notes.read('first')).toEqual({ text: 'after it died', count: 1, ratio: 3 })
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3)
  })
})

test('a server on the same machine is worked with when the browser has no network', async ({ page }) => {
  await using world = await ConsoleWorld.withProcess()
  {
    await using notes = await Notes.enter(world)
    await notes.write('first', { text: 'before' })
    // What a browser says on a machine without any network, whose own addresses answer all the same.
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => sessionStorage.getItem('online') !== null })
    })
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first`)
    await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
    await changeText(page, 'without a network')
    await expect.poll(() => notes.read('first')).toEqual({ text: 'without a network' })

    // It goes once more while the page is open, after it was back.
    for (const word of ['online', 'offline'])
      await page.evaluate((event) => {
        if (event === 'online') sessionStorage.setItem('online', '')
        else sessionStorage.removeItem('online')
        dispatchEvent(new Event(event))
      }, word)
    await changeText(page, 'still without')
    await expect.poll(() => notes.read('first')).toEqual({ text: 'still without' })
  }
  const live = page.getByRole('button', { name: 'Connection: Live' })
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

test('what is changed offline waits in its tab', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using notes = await Notes.enter(world)
  await notes.write('first', { text: 'before' })
  await notes.write('shared', { text: 'old' })
  const live = page.getByRole('button', { name: 'Connection: Live' })
  const adding = page.getByRole('dialog', { name: 'Add a document to notes' })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first`)
  await expect(textOf(page)).toHaveText('before')
  await expect(live).toBeVisible()
  await goOffline(page)

  await test.step('signing out asks before changes are lost', async () => {
    await queueText(page, 'after')
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
    await expect(question.getByRole('listitem')).toHaveText(['1 change that waits for the server'])
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(textOf(page)).toHaveText('after')
  })

  await test.step('a document added offline waits with an id of its own; a chosen id is asked about when the server is back', async () => {
    await page.getByRole('button', { name: 'Add document' }).click()
    await expect(adding.getByText(/waits in this tab/)).toBeVisible()
    await adding.getByText('JSON', { exact: true }).click()
    await adding.getByLabel('Fields as JSON (optional)').fill('{"text": "written offline"}')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(textOf(page)).toHaveText('written offline')
    await expect(page).toHaveURL(/\/data\/notes\/\w{20}$/)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await expect(page.getByRole('button', { name: /2 waiting$/ })).toBeVisible()

    // Another document of this id would be written over: it waits in its form, and can be given up.
    await page.getByRole('button', { name: 'Add document' }).click()
    await adding.getByLabel('Document id').fill('first')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(adding.getByText(/^Waits for the server/)).toBeVisible()
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Add document' }).click()
    await adding.getByLabel('Document id').fill('first')
    await adding.getByText('JSON', { exact: true }).click()
    await adding.getByLabel('Fields as JSON (optional)').fill('{"text": "over it"}')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(adding.getByText(/^Waits for the server/)).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByText('2 changes that waited are saved')).toBeVisible({ timeout: 60_000 })
    await expect(adding.getByText('There is a document with this id already. Choose another id.')).toBeVisible({
      timeout: 60_000,
    })
    await adding.getByLabel('Document id').fill('second')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page).toHaveURL(/\/data\/notes\/second$/)
    await expect.poll(() => notes.read(id), { timeout: 60_000 }).toEqual({ text: 'written offline' })
    expect(await notes.read('first')).toEqual({ text: 'after' })
    expect(await notes.read('second')).toEqual({ text: 'over it' })
    await expect(live).toBeVisible()
  })

  await goToNote(page, 'shared')
  const other = await context.newPage()
  await other.goto(`${world.origin}/projects/demo-app/data/notes/shared`)
  await expect(textOf(other)).toHaveText('old')

  await test.step('each tab has what waits in it, and all of them are live', async () => {
    await changeText(page, 'live in both')
    await expect(textOf(other)).toHaveText('live in both')

    await goOffline(page)
    // Somebody else may change the same before it came there.
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(page.getByText(/^Undoing and redoing need the server/)).toBeVisible()
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
  })

  await test.step('a document added offline that the server refuses is told of, beside a change that is not', async () => {
    // Only the server knows how large a document may be.
    await page.getByRole('button', { name: 'Add document' }).click()
    await adding.getByText('JSON', { exact: true }).click()
    await adding.getByLabel('Fields as JSON (optional)').fill(JSON.stringify({ text: 'x'.repeat(1_100_000) }))
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('button', { name: /2 waiting$/ })).toBeVisible()
    await context.setOffline(false)
    const lost = page.getByRole('region', { name: '1 change was not saved, and is kept here' })
    await expect(lost).toContainText(/New document notes\/\w{20}: the server of demo-app refused it/, {
      timeout: 60_000,
    })
    await expect(live).toBeVisible({ timeout: 60_000 })
    await expect(textOf(other)).toHaveText('from one to the other', { timeout: 60_000 })
    expect(await notes.read('shared')).toEqual({ text: 'from one to the other' })
    await lost.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog', { name: 'Discard 1 change?' }).getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('signing out asks about what other tabs would lose, too', async () => {
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
})

test.describe('in a browser that keeps the console’s files', () => {
  test.use({ serviceWorkers: 'allow' })

  test('closing a page with a change that waits is asked about, and takes the change along', async ({
    context,
    page,
  }) => {
    await using world = await ConsoleWorld.withOwner()
    await using notes = await Notes.enter(world)
    await notes.write('first', { text: 'before' })
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first`)
    await expect(textOf(page)).toBeVisible()
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
    await expect(page.getByRole('heading', { level: 1, name: 'Can’t reach the server' })).toBeVisible({
      timeout: 30_000,
    })
    expect((await keptBy(page)).databases).toEqual([])
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('made offline')
    await context.setOffline(false)
    await expect(textOf(page)).toHaveText('before', { timeout: 60_000 })
    await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
    expect(await notes.read('first')).toEqual({ text: 'before' })
  })
})
