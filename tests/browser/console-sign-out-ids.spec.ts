import { expect, type Page } from '@playwright/test'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleWorld, owner, signIn, signOut } from './console-world.ts'
import { test } from './test.ts'

const next = { email: 'vera@example.com', password: 'correct horse' }

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

test('signing out takes the installation and its analytics identity along, in every tab; whoever signs in next has others', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await ConsoleAccount.signUp(world, next.email, next.password)
  const reported = reporters(page)
  const fid = await enter(page, world, owner)
  await expect.poll(() => [...reported]).toEqual([fid])
  await expect.poll(() => keptTexts(page)).toContain('hearth_analytics_session')
  const other = await page.context().newPage()
  await other.goto(`${world.origin}/projects`)
  await expect(other.getByRole('button', { name: /^Account of/ })).toBeVisible()

  await signOut(page)
  await expect(other).toHaveURL(/\/sign-in/)
  expect(await keptInstallation(page)).toBeUndefined()
  expect(await keptTexts(page)).not.toContain('hearth_analytics')
  expect(await registeredAt(world, fid)).toBe(false)

  reported.clear()
  const nextFid = await enter(page, world, next)
  expect(nextFid).not.toBe(fid)
  await expect.poll(() => [...reported]).toEqual([nextFid])
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
