import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleWorld, owner, signIn, signOut } from './console-world.ts'
import { keptBy, openNote, textOf, writeNote } from './kept-note.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** What a browser keeps when several people use it, one after the other. */

const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const
const next = { email: 'vera@example.com', password: 'correct horse' }

const ownerOf = (page: Page) => page.evaluate(() => localStorage.getItem('hearth.documents'))

/** The installation that the browser keeps for the console; the SDK's own store. */
function keptInstallation(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes('firebase-installations-database')) return undefined
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('firebase-installations-database')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
    })
    try {
      const store = database.transaction('firebase-installations-store').objectStore('firebase-installations-store')
      return await new Promise<string | undefined>((resolve) => {
        const request = store.getAll()
        request.addEventListener('success', () => resolve((request.result[0] as { fid?: string } | undefined)?.fid))
      })
    } finally {
      database.close()
    }
  })
}

/** All that the browser keeps for the page besides, as text. */
function keptTexts(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
}

async function registeredAt(world: ConsoleWorld, fid: string): Promise<boolean> {
  const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
  return (await account.call('GET', `/projects/console/installations/${fid}`)).status === 200
}

/** The clients that events were reported by, from now on. */
function reporters(page: Page): Set<string> {
  const clients = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/hearth/v1/collect')) return
    const { clientId } = JSON.parse(request.postData() ?? '{}') as { clientId?: string }
    if (clientId !== undefined) clients.add(clientId)
  })
  return clients
}

async function enter(page: Page, world: ConsoleWorld, who: { email: string; password: string }): Promise<string> {
  await page.goto(`${world.origin}/projects`)
  await signIn(page, who)
  await expect.poll(() => keptInstallation(page)).toBeTruthy()
  const fid = (await keptInstallation(page)) ?? ''
  await expect.poll(() => registeredAt(world, fid)).toBe(true)
  return fid
}

test('signing out takes all of the user out of the browser, in every tab, and whoever signs in next has other ids', async ({
  context,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await ConsoleAccount.signUp(world, next.email, next.password)
  await writeNote(world, 'secret', { text: 'for my eyes' })
  const note = `${world.origin}/projects/demo-app/data/notes/secret`
  const reported = reporters(page)
  const fid = await enter(page, world, owner)
  await expect.poll(() => [...reported]).toEqual([fid])
  await expect.poll(() => keptTexts(page)).toContain('hearth_analytics_session')

  await test.step('no document and no session of a project outlives its tab', async () => {
    const tab = await context.newPage()
    await tab.goto(note)
    await expect(textOf(tab)).toHaveText('for my eyes')
    await tab.close()
    await page.goto(`${world.origin}/account`)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
    const { databases, keys } = await keptBy(page)
    expect(databases).toEqual([])
    expect(keys.filter((key) => !/^hearth\.(documents|kept\.(name|acts-seen)\.)/.test(key))).toEqual([])
    const texts = await page.evaluate(() => JSON.stringify(localStorage))
    expect(texts).not.toContain('for my eyes')
  })
  const other = await context.newPage()
  await test.step('signing out leaves nothing of the user, in any tab', async () => {
    await page.goto(note)
    await expect(textOf(page)).toHaveText('for my eyes')
    await other.goto(note)
    await expect(textOf(other)).toHaveText('for my eyes')
    expect((await keptBy(page)).keys).not.toEqual([])

    await signOut(page)
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await expect(other).toHaveURL(/\/sign-in/)
    await expect(other.getByText('You are signed out.')).toBeVisible()
    await expect.poll(() => keptBy(page)).toEqual({ databases: [], keys: [] })
    // Nothing that this browser keeps says where they were; their account does.
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('demo-app')
    expect(await keptInstallation(page)).toBeUndefined()
    expect(await keptTexts(page)).not.toContain('hearth_analytics')
    expect(await registeredAt(world, fid)).toBe(false)
  })
  await other.close()
  await test.step('coming back goes to the last project, in the only session of this browser', async () => {
    await page.goto(world.origin)
    await signIn(page)
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app`)
    await page.goto(note)
    await expect(textOf(page)).toHaveText('for my eyes')
    await page.goto(`${world.origin}/account`)
    const sessions = page.getByRole('table', { name: 'Sessions of your account' })
    await expect(sessions.getByRole('row', { name: /this browser/ })).toHaveCount(1)
    await expect(sessions.getByRole('row', { name: /Chrome on/ })).toHaveCount(1)
  })
  await test.step('whoever signs in next has other ids', async () => {
    await signOut(page)
    reported.clear()
    const nextFid = await enter(page, world, next)
    expect(nextFid).not.toBe(fid)
    await expect.poll(() => [...reported]).toEqual([nextFid])
  })
})

test('signing out without the server leaves no installation in the browser either', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await enter(page, world, owner)
  await expect.poll(() => keptTexts(page)).toContain('hearth_analytics_session')
  await page.route(/\/(v1|hearth)\//, (route) => route.abort())
  await signOut(page)
  // Signing out waits some seconds for what takes them away, and ends without it: it goes on by itself.
  await expect.poll(() => keptInstallation(page)).toBeUndefined()
  await expect.poll(() => keptTexts(page)).not.toContain('hearth_analytics')
})

test('what an earlier console or somebody else left in the browser goes before anybody reads it', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await test.step('what an earlier console kept is deleted once', async () => {
    // At this address nothing runs that would delete it at once.
    await page.goto(`${world.origin}/healthz`)
    await page.evaluate(async () => {
      localStorage.setItem('hearth.console', '{}')
      localStorage.setItem('hearth.theme', 'dark')
      localStorage.setItem('hearth.kept.write.project:demo-app.1', '{}')
      localStorage.setItem('firebase:authUser:key:project:demo-app', '{}')
      for (const name of ['firestore/project:demo-app/demo-app/main', 'firestore/[DEFAULT]/console/main']) {
        const request = indexedDB.open(name, 1)
        await new Promise((resolve) => request.addEventListener('success', resolve))
        request.result.close()
      }
    })
    expect((await keptBy(page)).databases).toHaveLength(2)
    await page.goto(`${world.origin}/sign-in`)
    await expect.poll(() => keptBy(page)).toEqual({ databases: [], keys: [] })
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hearth.console'))).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('hearth.theme'))).toBe('dark')
  })
  await test.step('what is kept for somebody else goes', async () => {
    await page.goto(`${world.origin}/projects`)
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    // Their session ended while the browser was closed.
    await page.evaluate(() => {
      localStorage.setItem('hearth.documents', 'somebody else')
      localStorage.setItem('hearth.kept.recents.x.demo-app', '[]')
    })
    await page.goto(`${world.origin}/projects`)
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('hearth.kept.recents.x.demo-app'))).toBeNull()
  })
})

test('a tab that slept while its user signed out and another one in takes nothing of theirs', async ({
  context,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await ProjectOperator.addMember(world, editor)
  await writeNote(world, 'first', { text: 'before' })
  await openNote(page, world, 'first')
  const asleep = await context.newPage()
  await asleep.goto(`${world.origin}/projects/demo-app/users`)
  await expect(asleep.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  const woken = Promise.withResolvers<void>()
  await asleep.route('**/asleep', async (route) => {
    await woken.promise
    await route.fulfill({ body: '' })
  })
  // Nothing else happens in the tab until it is answered.
  const sleeping = asleep.evaluate(() => {
    const request = new XMLHttpRequest()
    request.open('GET', '/asleep', false)
    request.send()
  })
  await page.bringToFront()
  await signOut(page)
  await openNote(page, world, 'first', editor)
  const owner = await ownerOf(page)
  expect(owner).not.toBeNull()
  const kept = async () => (await keptBy(page)).keys.filter((key) => key.startsWith('hearth.kept.'))
  await page.evaluate(() =>
    localStorage.setItem('hearth.kept.rules-draft.documents/(default).demo-app', 'of the editor'),
  )
  const before = await kept()
  // It enters the project anew once it has done with the one before what is to be done.
  const awake = asleep.waitForResponse(/operator-session$/)
  woken.resolve()
  await sleeping
  await awake
  expect(await kept()).toEqual(expect.arrayContaining(before))
  expect(await ownerOf(page)).toBe(owner)
})
