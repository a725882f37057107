import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleWorld, expectAccessible, owner, signIn } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import {
  deleteNote,
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
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const
const proxyPage = { contentType: 'text/html', body: '<h1>default backend</h1>' }

for (const status of [403, 404]) {
  test(`a change that waits outlives a proxy that answers ${status} in the server’s place`, async ({
    context,
    page,
  }) => {
    await using world = await openFirstNote(page)
    await whenKept(page)
    await goOffline(page)
    await queueText(page, 'typed offline')
    // The page comes from what the browser kept, and asks to enter the project as soon as the network is there.
    await page.reload()
    await expect(textOf(page)).toHaveText('typed offline')
    await context.route(/operator-session$|google\.firestore/, (route) => route.fulfill({ status, ...proxyPage }))
    const answered = page.waitForResponse(/operator-session$/)
    await context.setOffline(false)
    expect((await answered).status()).toBe(status)
    await expect(page.getByRole('button', { name: /^Connection: Live/ })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('1 change waits here.')).toBeVisible()
    await expect(page.getByText('Every change is saved.')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(textOf(page)).toHaveText('typed offline')

    await context.unroute(/operator-session$|google\.firestore/)
    await page.reload()
    await expect.poll(() => readNote(world, 'first'), { timeout: 60_000 }).toEqual({ text: 'typed offline' })
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('Every change is saved.')).toBeVisible({ timeout: 30_000 })
  })
}

test('what a proxy says of a project is no word on whether there is one', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.route(/operator-session$/, (route) => route.fulfill({ status: 404, ...proxyPage }))
  await page.goto(`${world.origin}/projects/demo-app`)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Couldn’t open demo-app' })).toBeVisible()
  await expect(page.getByText(/answered in its place, such as a proxy/)).toBeVisible()
  await expect(page.getByText(/It isn’t there any more/)).toHaveCount(0)
  await page.unroute(/operator-session$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
})

for (const isLoadedAgain of [true, false]) {
  test(`who left the project meanwhile finds what waited there in a list and a file (${isLoadedAgain ? 'another page' : 'the same page'})`, async ({
    context,
    page,
  }) => {
    await using world = await ConsoleWorld.withOwner()
    await ProjectOperator.addMember(world, editor)
    await writeNote(world, 'first', { text: 'before' })
    await openNote(page, world, 'first', editor)
    await whenKept(page)
    await goOffline(page)
    await queueText(page, 'typed offline')
    const account = await ConsoleAccount.signIn(world, editor.email, editor.password)
    expect((await account.call('POST', '/projects/demo-app/leave', {})).status).toBe(200)
    if (isLoadedAgain) await page.reload()
    await expect(textOf(page)).toHaveText('typed offline')
    await context.setOffline(false)

    const lost = page.getByRole('region', { name: '1 change was not saved, and is kept here' })
    await expect(lost).toContainText('Change of notes/first:', { timeout: 60_000 })
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('1 change was not saved.')).toBeVisible()
    await page.keyboard.press('Escape')
    // It stays until somebody has seen it.
    await page.reload()
    const saved = page.waitForEvent('download')
    await lost.getByRole('button', { name: 'Save as a file' }).click()
    expect(JSON.parse(await readFile(await (await saved).path(), 'utf8'))).toEqual([
      {
        project: 'demo-app',
        operation: 'update',
        place: 'notes/first',
        content: { text: 'typed offline' },
        removes: [],
      },
    ])
    await lost.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog', { name: 'Discard 1 change?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(lost).toHaveCount(0)
    await expect
      .poll(async () => (await keptBy(page)).databases.filter((name) => name.includes('demo-app')))
      .toEqual([])
    expect(await readNote(world, 'first')).toEqual({ text: 'before' })
  })
}

for (const isLoadedAgain of [true, false]) {
  test(`a change of a document that was deleted meanwhile is kept as lost (${isLoadedAgain ? 'another page' : 'the same page'})`, async ({
    context,
    page,
  }) => {
    await using world = await openFirstNote(page)
    await whenKept(page)
    await goOffline(page)
    await queueText(page, 'typed offline')
    await expect(page.getByRole('button', { name: /1 waiting$/ })).toBeVisible()
    await expect(textOf(page)).toHaveText('typed offline')
    if (isLoadedAgain) await page.reload()
    await expect(textOf(page)).toHaveText('typed offline')
    await deleteNote(world, 'first')
    await context.setOffline(false)

    const lost = page.getByRole('region', { name: '1 change was not saved, and is kept here' })
    await expect(lost).toContainText('Change of notes/first:', { timeout: 60_000 })
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('Every change is saved.')).toHaveCount(0)
    expect((await keptBy(page)).keys.filter((key) => /kept\.(write|edit)\./.test(key))).toEqual([])
    expect(await readNote(world, 'first')).toBeUndefined()
  })
}

test('a new document that the server refuses after its page was loaded again is kept as lost', async ({
  context,
  page,
}) => {
  await using _world = await openFirstNote(page)
  await whenKept(page)
  await goOffline(page)
  // One is taken; only the server knows how large the other may be.
  for (const text of ['small', 'x'.repeat(1_100_000)]) {
    await page.getByRole('button', { name: 'Add document' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a document to notes' })
    await dialog.getByText('JSON', { exact: true }).click()
    await dialog.getByLabel('Fields as JSON (optional)').fill(JSON.stringify({ text }))
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(textOf(page)).toHaveText(text === 'small' ? text : /^x+/)
  }
  await expect(page.getByRole('button', { name: /2 waiting$/ })).toBeVisible()
  await page.reload()
  await expect(textOf(page)).toHaveText(/^x+/)
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: '1 change was not saved, and is kept here' })).toContainText(
    /New document notes\/\w{20}: the server of demo-app refused it/,
    { timeout: 60_000 },
  )
  await expect.poll(async () => (await keptBy(page)).keys.filter((key) => key.includes('kept.write.'))).toEqual([])
})

/** Ends the session of the page from elsewhere, while the page is offline and has a change that waits. */
async function endSessionWithChange(page: Page, world: ConsoleWorld, { isLoadedAgain = true } = {}): Promise<void> {
  await ProjectOperator.addMember(world, editor)
  await writeNote(world, 'first', { text: 'before' })
  await openNote(page, world, 'first', editor)
  await whenKept(page)
  await goOffline(page)
  await queueText(page, 'typed offline')
  const account = await ConsoleAccount.signIn(world, editor.email, editor.password)
  const { sessions } = (await (await account.call('GET', '/account/sessions')).json()) as {
    sessions: { id: string; isCurrent: boolean }[]
  }
  for (const { id, isCurrent } of sessions) {
    if (!isCurrent) expect((await account.call('DELETE', `/account/sessions/${id}`)).status).toBe(200)
  }
  await page.context().setOffline(false)
  if (isLoadedAgain) await page.reload()
  else await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/sign-in/, { timeout: 60_000 })
}

for (const isLoadedAgain of [true, false]) {
  test(`a change that waits outlives a session that was ended elsewhere, for the same account (${isLoadedAgain ? 'another page' : 'the same page'})`, async ({
    page,
  }) => {
    await using world = await ConsoleWorld.withOwner()
    await endSessionWithChange(page, world, { isLoadedAgain })
    await expect(
      page.getByText(/^1 change waits in this browser for the account that was signed in, until/),
    ).toBeVisible()
    await expectAccessible(page)
    // Nothing but what holds the change stays, also when the page is loaded again.
    await page.reload()
    await expect(page.getByText(/^1 change waits in this browser/)).toBeVisible()
    const kept = await keptBy(page)
    expect(kept.databases).toEqual(['firestore/project:demo-app/demo-app/main'])
    expect(kept.keys.filter((key) => key.startsWith('firebase:'))).toEqual([])

    await signIn(page, editor)
    await expect(page).toHaveURL(/\/data\/notes\/first$/)
    await expect.poll(() => readNote(world, 'first'), { timeout: 60_000 }).toEqual({ text: 'typed offline' })
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('Every change is saved.')).toBeVisible({ timeout: 30_000 })
  })
}

test('another account that signs in first sees nothing of what waited, and is told that it went', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await endSessionWithChange(page, world)
  await expect(page.getByText(/To sign in with another account deletes it/)).toBeVisible()
  await signIn(page, owner)
  await expect(textOf(page)).toHaveText('before')
  await expect(page.getByText('1 change that another account had left in this browser was deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Understood' }).click()
  await page.reload()
  await expect(textOf(page)).toHaveText('before')
  await expect(page.getByText('that another account had left')).toHaveCount(0)
  expect((await keptBy(page)).keys.filter((key) => key.startsWith('hearth.kept.write.'))).toEqual([])
  expect(await readNote(world, 'first')).toEqual({ text: 'before' })
})

test('another account in a tab without stored data neither sees nor ends what waits', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await endSessionWithChange(page, world)
  const other = await context.newPage()
  await other.addInitScript(() => sessionStorage.setItem('hearth.withoutDatabases', 'true'))
  await openNote(other, world, 'first', owner)
  await expect(textOf(other)).toHaveText('before')
  await other.getByRole('button', { name: /^Connection/ }).click()
  await expect(other.getByText('Every change is saved.')).toBeVisible()
  await other.keyboard.press('Escape')
  // Nothing of another's is asked about, and nothing of it goes.
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/sign-in/)
  await other.close()

  await page.reload()
  await expect(page.getByText(/^1 change waits in this browser/)).toBeVisible()
  await signIn(page, editor)
  await expect.poll(() => readNote(world, 'first'), { timeout: 60_000 }).toEqual({ text: 'typed offline' })
})

test('what a session left behind goes after a week', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await endSessionWithChange(page, world)
  await expect(page.getByText(/^1 change waits in this browser/)).toBeVisible()
  await page.evaluate(() => localStorage.setItem('hearth.kept.left', String(Date.now() - 1)))
  await page.reload()
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.getByText(/^1 change waits in this browser/)).toHaveCount(0)
  await expect.poll(() => keptBy(page)).toEqual({ databases: [], keys: [] })
})

test('a document that is not saved is asked about by signing out, here and everywhere', async ({ page }) => {
  await using world = await openFirstNote(page)
  await new DataBrowser(page).editValue('text', 'string', 'typed')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
  await expect(question.getByRole('listitem')).toHaveText(['1 change of a document, not saved'])
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(textOf(page)).toHaveText('typed')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out and discard' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByLabel('E-mail')).toBeVisible()

  await page.goto(`${world.origin}/account`)
  await signIn(page)
  await page.getByLabel('Name', { exact: true }).fill('Olga Unsaved')
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  const everywhere = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await expect(everywhere.getByRole('listitem')).toHaveText(['1 form with something unsaved'])
  await everywhere.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Olga Unsaved')
})

test('what a page held when its session was ended elsewhere is named', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/account`)
  await signIn(page)
  await page.getByLabel('Name', { exact: true }).fill('Olga Unsaved')
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  await account.changePassword('another horse')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/sign-in/, { timeout: 60_000 })
  await expect(page.getByText('Not saved when the session ended: 1 form.')).toBeVisible()
})
