import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

interface WebConfig {
  readonly projectId: string
  readonly appId: string
  readonly measurementId: string
}

async function webConfigOf(server: TestServer, appId = '1:1:web:any'): Promise<WebConfig> {
  const response = await fetch(`${server.origin}/v1alpha/projects/-/apps/${appId}/webConfig`, {
    headers: { 'x-goog-api-key': 'hk_shop-app_x' },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as WebConfig
}

async function collect(server: TestServer, body: unknown) {
  const response = await fetch(`${server.origin}/hearth/v1/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: 'http://shop.localhost:5173' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
}

async function events(server: TestServer, query = '') {
  const response = await fetch(`${server.origin}/hearth/v1/projects/shop-app/analytics/events${query}`, {
    headers: { authorization: 'Bearer owner' },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as {
    events: { id: string; name: string; time: string; receivedAt: string }[]
    nextPageToken?: string
  }
}

const batch = (measurementId: string, more: Record<string, unknown> = {}) => ({
  measurementId,
  clientId: 'cAbcdefghijklmnopqrstu',
  events: [{ name: 'login', params: { method: 'password' } }],
  ...more,
})

describe('the configuration of an app', () => {
  it('names the measurement id, also of apps that dev never saw', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const config = await webConfigOf(server)
    expect(config).toMatchObject({ projectId: 'shop-app', appId: '1:1:web:any' })
    expect(config.measurementId).toMatch(/^G-[0-9A-Z]{10}$/)
    expect((await webConfigOf(server)).measurementId).toBe(config.measurementId)
  })

  it.each(['1:123456789012:web:abc', 'nonsense', '..%2F..'])('is not found under start for %s', async (appId) => {
    await using server = await TestServer.start({ mode: 'start' })
    const response = await fetch(`${server.origin}/v1alpha/projects/-/apps/${appId}/webConfig`)
    expect(response.status).toBe(404)
  })
})

describe('collecting', () => {
  it('keeps events before it answers, also over a restart', async () => {
    await using first = await TestServer.start({ mode: 'dev' })
    const { measurementId } = await webConfigOf(first)
    const before = Date.now()
    const { status } = await collect(
      first,
      batch(measurementId, {
        userId: 'ada',
        userProperties: { plan: 'free' },
        sessionId: '1800000000',
        sessionNumber: 2,
        // The client's clock is far off; the event is ten seconds old.
        sentAt: 1_800_000_010_000,
        device: { language: 'pt-BR', appVersion: '2.1' },
        events: [
          { name: 'login', params: { method: 'password', tries: 2 }, engagementMs: 1200, time: 1_800_000_000_000 },
        ],
      }),
    )
    expect(status).toBe(204)
    await first.hearth.stop()

    await using second = await TestServer.start({ mode: 'dev', dataFolder: first.dataFolder })
    const [event] = (await events(second)).events
    expect(event).toMatchObject({
      name: 'login',
      params: { method: 'password', tries: 2 },
      clientId: 'cAbcdefghijklmnopqrstu',
      userId: 'ada',
      userProperties: { plan: 'free' },
      sessionId: '1800000000',
      sessionNumber: 2,
      engagementMs: 1200,
    })
    expect(event).toMatchObject({ language: 'pt-BR', countryId: 'BR', appVersion: '2.1', platform: 'web' })
    expect(Date.parse(event?.receivedAt ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(event?.receivedAt ?? '') - Date.parse(event?.time ?? '')).toBe(10_000)
  })

  it('lists the newest first, in pages', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { measurementId } = await webConfigOf(server)
    const named = (from: number) => Array.from({ length: 25 }, (_, index) => ({ name: `e${from + index}` }))
    await collect(server, batch(measurementId, { events: named(0) }))
    await collect(server, batch(measurementId, { events: named(25) }))
    const seen: string[] = []
    let token: string | undefined
    do {
      const page = await events(server, `?pageSize=20${token === undefined ? '' : `&pageToken=${token}`}`)
      expect(page.events.length).toBeLessThanOrEqual(20)
      seen.push(...page.events.map(({ name }) => name))
      token = page.nextPageToken
    } while (token !== undefined)
    expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => `e${49 - index}`))
  })

  const longName = 'n'.repeat(41)
  const manyParams = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`p${index}`, index]))
  it.each<[string, Record<string, unknown>]>([
    ['an unknown measurement id', { measurementId: 'G-0000000000' }],
    ['a measurement id that is none', { measurementId: '../../etc' }],
    ['no client', { clientId: undefined }],
    ['a name of 41 characters', { events: [{ name: longName }] }],
    ['a name with a space', { events: [{ name: 'log in' }] }],
    ['26 parameters', { events: [{ name: 'many', params: manyParams }] }],
    ['a parameter that is an object', { events: [{ name: 'odd', params: { a: {} } }] }],
    ['a text of 501 characters', { events: [{ name: 'long', params: { a: 'x'.repeat(501) } }] }],
    ['26 events', { events: Array.from({ length: 26 }, () => ({ name: 'e' })) }],
    ['a field nobody knows', { project: 'else-app' }],
    ['events that are no list', { events: {} }],
  ])('refuses %s and keeps nothing of the batch', async (_title, wrong) => {
    await using server = await TestServer.start({ mode: 'dev' })
    const { measurementId } = await webConfigOf(server)
    const { status, json } = await collect(server, batch(measurementId, wrong))
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { status: 'INVALID_ARGUMENT', requestId: expect.any(String) } })
    expect((await events(server)).events).toEqual([])
  })

  it('refuses a body above its limit', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    expect((await collect(server, ' '.repeat(200_000))).status).toBe(413)
  })
})

it('what bots send is answered like everything else and not counted, under start', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const { app } = await owner.enter('shop-app')
  const report = async (userAgent: string, name: string) => {
    const body = batch(app.measurementId, { events: [{ name }] })
    const headers = { 'user-agent': userAgent }
    return (await fetch(`${server.origin}/hearth/v1/collect`, { method: 'POST', headers, body: JSON.stringify(body) }))
      .status
  }
  expect(await report('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'by_bot')).toBe(204)
  expect(await report('Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'by_person')).toBe(204)
  const listed = await owner.call('GET', '/projects/shop-app/analytics/events')
  const { events: kept } = (await listed.json()) as { events: { name: string }[] }
  expect(kept.map(({ name }) => name)).toEqual(['by_person'])
  const catalog = await owner.call('GET', '/projects/shop-app/analytics/catalog')
  expect(await catalog.json()).toMatchObject({ leftOutBots: { events: 1, since: expect.any(String) } })
})
