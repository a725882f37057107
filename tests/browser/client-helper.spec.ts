import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createSelfSignedCertificate } from '../../apps/server/src/testing/self-signed-certificate.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { BuiltPage } from './built-page.ts'
import type { ClientPage } from './client-page/page.ts'

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/client-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

/** Opens the page against the server and notes every host it asks. */
async function open(page: Page, server: SpawnedServer): Promise<{ hosts: Set<string> }> {
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http')) hosts.add(url.host)
  })
  await page.goto(`${built.origin}/?origin=${encodeURIComponent(server.origin)}`)
  await page.waitForFunction(() => 'page' in globalThis)
  return { hosts }
}

/** Calls a function of the page by its name. */
function call<Name extends keyof ClientPage>(
  page: Page,
  name: Name,
  ...given: Parameters<ClientPage[Name]>
): Promise<Awaited<ReturnType<ClientPage[Name]>>> {
  return page.evaluate(
    ([method, values]) => {
      const functions = (globalThis as unknown as { page: Record<string, (...values: unknown[]) => unknown> }).page
      return functions[method]?.(...values)
    },
    [name, given] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<ClientPage[Name]>>>
}

async function eventsOf(
  server: SpawnedServer,
): Promise<{ name: string; clientId: string; params: Record<string, unknown> }[]> {
  const response = await fetch(`${server.origin}/hearth/v1/projects/shop-app/events?pageSize=500`, {
    headers: { authorization: 'Bearer owner' },
  })
  // The project comes to be with its first request, which the page may still have to send.
  if (response.status === 404) return []
  const { events } = (await response.json()) as {
    events: { name: string; clientId: string; params: Record<string, unknown> }[]
  }
  return events.toReversed()
}

test('signs up, keeps the session over a reload', async ({ page }) => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  await open(page, server)
  const uid = await call(page, 'signUp', 'ada@example.com')
  await page.reload()
  await page.waitForFunction(() => 'page' in globalThis)
  expect(await call(page, 'currentUid')).toBe(uid)
})

test('writes and reads documents and files', async ({ page }) => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  await open(page, server)
  expect(await call(page, 'uploadAndRead', 'hello file')).toBe('hello file')
  expect(await call(page, 'writeAndRead', 'hello document')).toEqual(['hello document'])
})

test('registers an installation, refreshes and deletes it', async ({ page }) => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  await open(page, server)
  const first = await call(page, 'installation')
  expect(first.id).toMatch(/^[cdef][\w-]{21}$/)
  expect(await call(page, 'refreshInstallation')).not.toBe(first.token)
  await call(page, 'deleteInstallation')
  const second = await call(page, 'installation')
  expect(second.id).not.toBe(first.id)
})

test('reports analytics under the installation id', async ({ page }) => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  await open(page, server)
  const { id } = await call(page, 'installation')
  await call(page, 'startAnalytics')
  await call(page, 'setUser', 'ada', { plan: 'free' })
  await call(page, 'log', 'add_to_cart', { item: 'teapot', value: 38.5 })
  await expect.poll(async () => (await eventsOf(server)).map(({ name }) => name)).toContain('add_to_cart')
  const events = await eventsOf(server)
  expect(events.map(({ name }) => name)).toEqual(expect.arrayContaining(['first_visit', 'session_start', 'page_view']))
  expect(new Set(events.map(({ clientId }) => clientId))).toEqual(new Set([id]))
  expect(events.find(({ name }) => name === 'add_to_cart')).toMatchObject({
    params: { item: 'teapot', value: 38.5 },
    userId: 'ada',
    userProperties: { plan: 'free' },
  })
  expect(await call(page, 'clientId')).toBe(id)
})

test('hands over what is left when the page goes', async ({ page }) => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  await open(page, server)
  await call(page, 'startAnalytics')
  await expect.poll(async () => (await eventsOf(server)).map(({ name }) => name)).toContain('page_view')
  await call(page, 'log', 'last_word', {})
  await page.goto('about:blank')
  await expect.poll(async () => (await eventsOf(server)).map(({ name }) => name)).toContain('last_word')
})

test('asks no other host than the page and the server', async ({ page }) => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  const { hosts } = await open(page, server)
  await call(page, 'signUp', 'ada@example.com')
  await call(page, 'installation')
  await call(page, 'startAnalytics')
  await call(page, 'uploadAndRead', 'x')
  await expect.poll(async () => (await eventsOf(server)).length).toBeGreaterThan(0)
  expect([...hosts].toSorted()).toEqual([new URL(built.origin).host, new URL(server.origin).host].toSorted())
})

test('loads no code of analytics for a page that reports nothing', async ({ page }) => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, server)
  await call(page, 'signUp', 'ada@example.com')
  expect(asked.filter((path) => path.includes('take-over'))).toEqual([])
  await call(page, 'startAnalytics')
  await expect.poll(() => asked.filter((path) => path.includes('take-over'))).toHaveLength(1)
})

test('speaks https to a server that has a certificate', async ({ browser }) => {
  await using certificate = await writeCertificate()
  await using server = await SpawnedServer.start({ mode: 'dev', settings: certificate.settings })
  expect(server.origin).toMatch(/^https:/)
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const { hosts } = await open(page, server)
  await call(page, 'signUp', 'ada@example.com')
  expect(await call(page, 'uploadAndRead', 'hello file')).toBe('hello file')
  expect(await call(page, 'writeAndRead', 'hello document')).toEqual(['hello document'])
  const { id } = await call(page, 'installation')
  expect(id).toMatch(/^[cdef][\w-]{21}$/)
  expect([...hosts].toSorted()).toEqual([new URL(built.origin).host, new URL(server.origin).host].toSorted())
  await context.close()
})

async function writeCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-tls-'))
  const { certificate, key } = createSelfSignedCertificate()
  const settings = {
    HEARTH_TLS_CERTIFICATE: join(folder, 'cert.pem'),
    HEARTH_TLS_KEY: join(folder, 'key.pem'),
  } as const
  await writeFile(settings.HEARTH_TLS_CERTIFICATE, certificate)
  await writeFile(settings.HEARTH_TLS_KEY, key)
  return { settings, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
