import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type AppConfiguration, ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'
import { consoleEvents } from './collect.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

async function startWithApp(): Promise<{ server: TestServer; owner: ConsoleAccount; measurementId: string }> {
  const server = await TestServer.start({ mode: 'start' })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const { app } = await owner.enter('shop-app')
  return { server, owner, measurementId: app.measurementId }
}

/** From an address of this machine: each is a network of its own. */
async function send(
  server: TestServer,
  body: object,
  { from = '127.0.0.1', packed = false }: { from?: string; packed?: boolean } = {},
): Promise<{ status: number; text: string }> {
  const json = JSON.stringify(body)
  const bytes = packed ? gzipSync(json) : Buffer.from(json)
  const headers = {
    'content-length': bytes.length,
    'user-agent': BROWSER,
    ...(packed && { 'content-encoding': 'gzip' }),
  }
  const { port, hostname } = new URL(server.origin)
  return await new Promise((resolve, reject) => {
    const sent = request(
      { host: hostname, port, localAddress: from, method: 'POST', path: '/hearth/v1/collect', headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
}

let count = 0
/** Some 110 KiB. */
function largeBatch(measurementId: string): object {
  const params = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, 'x'.repeat(480)]))
  const events = Array.from({ length: 9 }, () => ({ name: 'e', params, id: `${count++}` }))
  return { measurementId, clientId: `c${count}`, events }
}

test('a stranger fills no disk with events, and the others are still counted', async () => {
  const { server, owner, measurementId } = await startWithApp()
  await using _server = server
  let takenBytes = 0
  let refusal = ''
  for (let batch = 0; batch < 150 && refusal === ''; batch++) {
    const body = largeBatch(measurementId)
    const { status, text } = await send(server, body)
    if (status === 204) takenBytes += JSON.stringify(body).length
    else refusal = text
  }
  expect(refusal).toContain('TOO_MANY_REQUESTS')
  expect(takenBytes).toBeLessThanOrEqual(8 * 1024 * 1024)
  expect((await send(server, largeBatch(measurementId))).status).toBe(429)
  const other = { measurementId, clientId: 'other', events: [{ name: 'by_other' }] }
  expect((await send(server, other, { from: '127.0.0.2' })).status).toBe(204)
  const listed = await owner.call('GET', '/projects/shop-app/analytics/events?eventName=by_other')
  expect(((await listed.json()) as { events: object[] }).events).toHaveLength(1)
})

test('a packed batch, which may become a thousand times its size, is refused', async () => {
  const { server, measurementId } = await startWithApp()
  await using _server = server
  const answer = await send(server, largeBatch(measurementId), { packed: true })
  expect(answer.status).toBe(415)
  expect(answer.text).toContain('UNSUPPORTED_ENCODING')
})

test('for the console, whose measurement id anybody may learn, only its own small events are taken', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const { app } = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: AppConfiguration }
  const { measurementId } = app
  const batch = (event: object) => ({ measurementId, clientId: 'c', events: [event] })
  const where = { page_location: `${server.origin}/`, page_title: 'Hearth', page_referrer: `${server.origin}/` }
  const screen = { name: 'screen_view', params: { firebase_screen: '/projects/:project', ...where } }
  expect((await send(server, batch(screen))).status).toBe(204)
  expect((await send(server, largeBatch(measurementId))).status).toBe(400)
  expect((await send(server, batch({ name: 'anything' }))).status).toBe(400)
  expect((await send(server, batch({ name: 'search', params: { found: 'x'.repeat(400) } }))).status).toBe(400)
  expect((await send(server, { ...batch(screen), userProperties: { plan: 'x' } })).status).toBe(400)
})

test('the events of the console are those that its pages send', async () => {
  const source = await readFile(new URL('../../../../console/src/backend/telemetry.ts', import.meta.url), 'utf8')
  const sent = Array.from(source.matchAll(/name: '(\w+)'/g), ([, name]) => name)
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter((name) => name === undefined || !consoleEvents.has(name))).toEqual([])
})
