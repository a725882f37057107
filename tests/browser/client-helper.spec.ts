import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createSelfSignedCertificate } from '../../apps/server/src/testing/self-signed-certificate.ts'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { BuiltPage } from './built-page.ts'
import type { ClientPage } from './client-page/page.ts'
import { callerOf, eventsOf, namesOf, open } from './client-world.ts'
import { test } from './test.ts'

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/client-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

const call = callerOf<ClientPage>()

test('reaches everything at the server, and no other host', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const { hosts } = await open(page, built, server)
  await test.step('writes and reads documents and files', async () => {
    expect(await call(page, 'uploadAndRead', 'hello file')).toBe('hello file')
    expect(await call(page, 'writeAndRead', 'hello document')).toEqual(['hello document'])
  })

  await test.step('signs up, keeps the session over a reload', async () => {
    const uid = await call(page, 'signUp', 'ada@example.com')
    await page.reload()
    await page.waitForFunction(() => 'page' in globalThis)
    expect(await call(page, 'currentUid')).toBe(uid)
  })

  await test.step('keeps a named database at the server, with firebase/firestore and its lite part', async () => {
    const made = await fetch(`${server.origin}/v1/projects/shop-app/databases?databaseId=second`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner' },
      body: '{"type":"FIRESTORE_NATIVE","locationId":"nam5"}',
    })
    expect(made.status).toBe(200)
    expect(await call(page, 'writeAndReadElsewhere', 'hello second')).toEqual(['hello second', 'hello second'])
  })

  await test.step('uploads blobs whole and in parts, and getBlob gives them back', async () => {
    expect(await call(page, 'uploadAndReadBlobs', 700_000)).toEqual([
      { size: 700_000, type: 'image/x-bytes', isSame: true },
      { size: 700_000, type: 'image/x-bytes', isSame: true },
      // The SDK cuts a beginning off itself, and with it the type.
      { size: 10, type: '', isSame: true },
    ])
  })
  await call(page, 'installation')
  await call(page, 'startAnalytics')
  await expect.poll(async () => (await eventsOf(server)).length).toBeGreaterThan(0)
  expect([...hosts].toSorted()).toEqual([new URL(built.origin).host, new URL(server.origin).host].toSorted())
})

test('reports analytics once a page asks for it', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, built, server)
  await test.step('loads no code of analytics for a page that reports nothing', async () => {
    await call(page, 'signUp', 'ada@example.com')
    expect(asked.filter((path) => path.includes('take-over'))).toEqual([])
    await call(page, 'startAnalytics')
    await expect.poll(() => asked.filter((path) => path.includes('take-over'))).toHaveLength(1)
  })

  await test.step('reports analytics under the installation id', async () => {
    const { id } = await call(page, 'installation')
    await call(page, 'setUser', 'ada', { plan: 'free' })
    await call(page, 'log', 'add_to_cart', { item: 'teapot', value: 38.5 })
    await expect.poll(() => namesOf(server)).toContain('add_to_cart')
    const events = await eventsOf(server)
    expect(events.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['first_visit', 'session_start', 'page_view']),
    )
    expect(new Set(events.map(({ clientId }) => clientId))).toEqual(new Set([id]))
    expect(events.find(({ name }) => name === 'add_to_cart')).toMatchObject({
      params: { item: 'teapot', value: 38.5 },
      userId: 'ada',
      userProperties: { plan: 'free' },
    })
    expect(await call(page, 'clientId')).toBe(id)
  })

  await test.step('hands over what is left when the page goes', async () => {
    await call(page, 'log', 'last_word', {})
    await page.goto('about:blank')
    await expect.poll(() => namesOf(server)).toContain('last_word')
  })
})

test('speaks https to a server that has a certificate', async ({ browser }) => {
  await using certificate = await writeCertificate()
  await using server = await HostedServer.start({ mode: 'dev', settings: certificate.settings })
  expect(server.origin).toMatch(/^https:/)
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const { hosts } = await open(page, built, server)
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
