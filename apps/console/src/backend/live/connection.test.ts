import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Connection } from './connection.ts'

let isServerThere = true
/** What answers where the server is there. */
let answer: () => Response | Promise<Response>
let browser: { onLine: boolean }
let window: EventTarget
let place: { hostname: string }
let page: { visibilityState: 'visible' | 'hidden'; addEventListener: () => void }
let asked = 0

beforeEach(() => {
  isServerThere = true
  asked = 0
  answer = ownAnswer
  browser = { onLine: true }
  window = new EventTarget()
  place = { hostname: 'backend.example.com' }
  page = { visibilityState: 'visible', addEventListener: () => undefined }
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', browser)
  vi.stubGlobal('location', place)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    asked += 1
    if (!isServerThere) throw new TypeError('Failed to fetch')
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
    return await Promise.race([answer(), aborted])
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function ownAnswer(): Response {
  return new Response('ok\n', { headers: { 'content-type': 'text/plain' } })
}

/** The browser hears that its network is gone, or back. */
function setOnline(isOnline: boolean): void {
  browser.onLine = isOnline
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

function statusesOf(connection: Connection): readonly string[] {
  return connection.getChanges().map(({ status }) => status)
}

it('says within five seconds that the server is gone, and that it is back', async () => {
  const connection = new Connection()
  connection.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.getSnapshot().status).toBe('live')
  isServerThere = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.getSnapshot().status).toBe('reconnecting')
  isServerThere = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(connection.getSnapshot().status).toBe('live')
  expect(statusesOf(connection)).toEqual(['live', 'reconnecting'])
})

it('leaves the server alone while nobody sees the page', async () => {
  const connection = new Connection()
  connection.subscribe(() => undefined)
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(0)
})

it.each([
  ['the page of a network', () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })],
  ['another server’s word', () => new Response('ok', { headers: { 'content-type': 'text/plain' } })],
  ['a proxy’s 404', () => new Response('', { status: 404 })],
])('takes %s for no answer of the server', async (_, foreign) => {
  answer = foreign
  const connection = new Connection()
  connection.subscribe(() => undefined)
  await connection.probe()
  expect(connection.getSnapshot()).toMatchObject({ status: 'reconnecting', isForeign: true })
  answer = ownAnswer
  await connection.probe()
  expect(connection.getSnapshot().status).toBe('live')
})

it('tells one interruption once, whenever the browser hears of it', async () => {
  const connection = new Connection()
  connection.subscribe(() => undefined)
  isServerThere = false
  await connection.probe()
  expect(connection.getSnapshot().status).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(100)
  const began = Date.now() - 100
  setOnline(false)
  expect(connection.getSnapshot()).toMatchObject({ status: 'offline', since: began })
  expect(statusesOf(connection)).toEqual(['offline'])
  await vi.advanceTimersByTimeAsync(60_000)

  // The first question comes before the network is there again.
  setOnline(true)
  await vi.advanceTimersByTimeAsync(100)
  expect(connection.getSnapshot()).toMatchObject({ status: 'reconnecting', since: began })
  isServerThere = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(connection.getSnapshot().status).toBe('live')
  expect(statusesOf(connection)).toEqual(['live', 'offline'])
})

it('tells a short interruption, too, and what an interruption became for longer', async () => {
  const connection = new Connection()
  connection.subscribe(() => undefined)
  isServerThere = false
  await connection.probe()
  isServerThere = true
  await vi.advanceTimersByTimeAsync(1000)
  expect(statusesOf(connection)).toEqual(['live', 'reconnecting'])
  setOnline(false)
  isServerThere = false
  await vi.advanceTimersByTimeAsync(60_000)
  setOnline(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(statusesOf(connection)).toEqual(['reconnecting', 'offline', 'live', 'reconnecting'])
})

it('believes no answer from before the network was gone, and waits for none when it is back', async () => {
  const connection = new Connection()
  connection.subscribe(() => undefined)
  const late = Promise.withResolvers<Response>()
  answer = () => late.promise
  const probed = connection.probe()
  setOnline(false)
  late.resolve(ownAnswer())
  await probed
  expect(connection.getSnapshot().status).toBe('offline')
  answer = () => new Promise<never>(() => undefined)
  void connection.probe()
  answer = ownAnswer
  setOnline(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(connection.getSnapshot().status).toBe('live')
  expect(statusesOf(connection)).toEqual(['live', 'offline'])
})

it.each(['localhost', '127.0.0.1', '[::1]'])(
  'stays with a server on the same machine, %s, without any network',
  async (hostname) => {
    place.hostname = hostname
    const connection = new Connection()
    connection.subscribe(() => undefined)
    setOnline(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(connection.getSnapshot().status).toBe('live')
    expect(statusesOf(connection)).toEqual([])

    isServerThere = false
    await vi.advanceTimersByTimeAsync(5000)
    expect(connection.getSnapshot().status).toBe('offline')
    // It comes back without a word of the browser.
    isServerThere = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(connection.getSnapshot().status).toBe('live')
  },
)

it('asks a server on the same machine where a page begins without a network, and no other', async () => {
  browser.onLine = false
  place.hostname = '127.0.0.1'
  const own = new Connection()
  own.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(1)
  expect(own.getSnapshot().status).toBe('live')
  place.hostname = 'backend.example.com'
  const other = new Connection()
  other.subscribe(() => undefined)
  expect(other.getSnapshot().status).toBe('offline')
})
