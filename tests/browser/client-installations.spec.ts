import { expect } from '@playwright/test'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { BuiltPage } from './built-page.ts'
import type { ClientPage } from './client-page/page.ts'
import { callerOf, namesOf, open } from './client-world.ts'
import { test } from './test.ts'

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/client-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

const call = callerOf<ClientPage>()

interface Shown {
  readonly appId: string
  readonly platform: string
  readonly sdkVersion: string
  readonly device: string
  readonly user: { readonly uid: string } | null
}

/** As an operator sees it; undefined where there is none. */
async function shown(server: HostedServer, fid: string): Promise<Shown | undefined> {
  const address = `${server.origin}/hearth/v1/projects/shop-app/installations/${fid}`
  const response = await fetch(address, { headers: { authorization: 'Bearer owner' } })
  return response.status === 404 ? undefined : ((await response.json()) as Shown)
}

test('an installation comes, is known to operators, and goes', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const { hosts } = await open(page, built, server)
  await test.step('is made for nobody who only signs in', async () => {
    await call(page, 'signUp', 'ada@example.com')
    const address = `${server.origin}/hearth/v1/projects/shop-app/installations`
    const { installations } = (await (await fetch(address, { headers: { authorization: 'Bearer owner' } })).json()) as {
      installations: unknown[]
    }
    expect(installations).toEqual([])
    await call(page, 'signOut')
  })

  await test.step('registers, keeps its id and token over a reload, and is known to operators', async () => {
    const first = await call(page, 'installation')
    expect(first.id).toMatch(/^[cdef][\w-]{21}$/)
    expect(await call(page, 'isSameInstance')).toBe(true)
    await page.reload()
    await page.waitForFunction(() => 'page' in globalThis)
    expect(await call(page, 'installation')).toEqual(first)
    expect(await shown(server, first.id)).toMatchObject({
      appId: '1:123456789012:web:abc',
      platform: 'web',
      sdkVersion: expect.stringMatching(/^w:\d/),
      device: expect.stringContaining('Chrome'),
      user: null,
    })
    expect([...hosts].toSorted()).toEqual([new URL(built.origin).host, new URL(server.origin).host].toSorted())
  })

  await test.step('gets a new token when it asks for one', async () => {
    const { token } = await call(page, 'installation')
    const refreshed = await call(page, 'refreshInstallation')
    expect(refreshed).not.toBe(token)
    expect((await call(page, 'installation')).token).toBe(refreshed)
  })

  await test.step('is gone after its deletion, and tells of the next id', async () => {
    const first = await call(page, 'installation')
    await call(page, 'watchIds')
    await call(page, 'deleteInstallation')
    expect(await shown(server, first.id)).toBeUndefined()
    const second = await call(page, 'installation')
    expect(second.id).not.toBe(first.id)
    expect(await call(page, 'idsSeen')).toEqual([second.id])
    await call(page, 'stopWatchingIds')
    await call(page, 'deleteInstallation')
    await call(page, 'installation')
    expect(await call(page, 'idsSeen')).toEqual([second.id])
  })

  await test.step('registers anew after an operator revoked it', async () => {
    const { id } = await call(page, 'installation')
    const address = `${server.origin}/hearth/v1/projects/shop-app/installations/${id}`
    expect((await fetch(address, { method: 'DELETE', headers: { authorization: 'Bearer owner' } })).status).toBe(200)
    await expect(call(page, 'refreshInstallation')).rejects.toThrow()
    const next = await call(page, 'installation')
    expect(next.id).not.toBe(id)
    expect(await shown(server, next.id)).toBeDefined()
  })
})

test('is linked to who signs in', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await open(page, built, server)
  await test.step('also when it comes later than the sign-in, until the sign-out', async () => {
    const uid = await call(page, 'signUp', 'ada@example.com')
    const { id } = await call(page, 'installation')
    await expect.poll(async () => (await shown(server, id))?.user?.uid).toBe(uid)
    await call(page, 'signOut')
    await expect.poll(async () => (await shown(server, id))?.user).toBeNull()
    const other = await call(page, 'signUp', 'bob@example.com')
    await expect.poll(async () => (await shown(server, id))?.user?.uid).toBe(other)
    await call(page, 'signOut')
    await expect.poll(async () => (await shown(server, id))?.user).toBeNull()
  })

  await test.step('again when it registers anew after an operator revoked it', async () => {
    const uid = await call(page, 'signUp', 'cleo@example.com')
    const { id } = await call(page, 'installation')
    await expect.poll(async () => (await shown(server, id))?.user?.uid).toBe(uid)
    const address = `${server.origin}/hearth/v1/projects/shop-app/installations/${id}`
    expect((await fetch(address, { method: 'DELETE', headers: { authorization: 'Bearer owner' } })).status).toBe(200)
    await expect(call(page, 'refreshInstallation')).rejects.toThrow()
    const next = await call(page, 'installation')
    expect(next.id).not.toBe(id)
    await expect.poll(async () => (await shown(server, next.id))?.user?.uid).toBe(uid)
  })
})

test('is led to the server by the build, with the fetch of the browser as it is', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await using routed = await BuiltPage.build('tests/browser/client-page', { VITE_HEARTH_ORIGIN: server.origin })
  const { hosts } = await open(page, routed, server)
  const { id } = await call(page, 'installation')
  expect(await shown(server, id)).toBeDefined()
  expect(await call(page, 'clientId')).toBe(id)
  await expect.poll(() => namesOf(server)).toContain('page_view')
  expect(await page.evaluate(() => fetch.toString())).toContain('[native code]')
  expect([...hosts].toSorted()).toEqual([new URL(routed.origin).host, new URL(server.origin).host].toSorted())
})
