import { describe, expect, it } from 'vitest'
import { FakePage } from './fake-page.ts'
import { buildTagScript } from './tag-script.ts'

const id = 'G-ABCDEFGHIJ'
const init = { origin: 'firebase', update: true, firebase_id: 'cAbcdefghijklmnopqrstu' }

function startedPage(stored?: Map<string, string>): FakePage {
  const page = new FakePage(stored)
  page.load()
  page.gtag('js', new Date())
  return page
}

describe('the tag', () => {
  it('is one script without the words of modules, small enough to send with every page', () => {
    const { text, etag } = buildTagScript()
    expect(text).not.toMatch(/^(?:import|export) /m)
    expect(text.length).toBeLessThan(16_000)
    expect(etag).toMatch(/^"[\w-]{22}"$/)
  })

  it('runs what was pushed before it was there', async () => {
    const page = new FakePage()
    page.gtag('js', new Date())
    page.gtag('config', id, init)
    page.load()
    await page.pass(1_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'page_view'])
    expect(page.sent[0]).toMatchObject({
      address: 'https://hearth.example/hearth/v1/collect',
      by: 'fetch',
      body: { measurementId: id, clientId: init.firebase_id, sessionNumber: 1 },
    })
  })

  it('takes over a data layer once, however often it is loaded', async () => {
    const page = startedPage()
    page.load()
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.names.filter((name) => name === 'page_view')).toHaveLength(1)
  })

  it('says where the page is, without the fragment', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.events.at(-1)?.params).toMatchObject({
      page_location: 'https://shop.example/cart?step=2',
      page_title: 'Cart',
    })
  })

  it('sends no page view when the page does it by itself', async () => {
    const page = startedPage()
    page.gtag('config', id, { ...init, send_page_view: false })
    page.gtag('event', 'login', { send_to: id, method: 'password' })
    await page.pass(1_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'login'])
    expect(page.events.at(-1)?.params).toEqual({ method: 'password' })
  })

  it('carries the user and what is known of them', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.gtag('config', id, { update: true, user_id: 'ada' })
    page.gtag('config', id, { update: true, user_properties: { plan: 'free' } })
    page.gtag('set', { 'user_properties.team': 'blue', currency: 'EUR' })
    page.gtag('event', 'purchase', { send_to: id, value: 12.5, items: [{ id: 1 }] })
    await page.pass(5_000)
    const last = page.sent.at(-1)?.body
    expect(last).toMatchObject({ userId: 'ada', userProperties: { plan: 'free', team: 'blue' } })
    expect(last?.events.at(-1)?.params).toEqual({ currency: 'EUR', value: 12.5, items: '[{"id":1}]' })
  })

  it('cuts what is too long and leaves out what can not be sent', async () => {
    const page = startedPage()
    page.gtag('config', id, { ...init, send_page_view: false })
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, index]))
    page.gtag('event', 'many', { send_to: id, ...many })
    page.gtag('event', 'odd', {
      send_to: id,
      long: 'x'.repeat(600),
      none: undefined,
      nan: Number.NaN,
      run() {},
      yes: true,
      'bad name': 1,
    })
    page.gtag('event', 'not a name', { send_to: id })
    page.gtag('event', 'n'.repeat(41), { send_to: id })
    await page.pass(1_000)
    expect(page.names.slice(2)).toEqual(['many', 'odd'])
    expect(Object.keys(page.events[2]?.params ?? {})).toHaveLength(25)
    expect(page.events[3]?.params).toEqual({ long: 'x'.repeat(500), yes: 'true' })
  })
})

describe('sessions', () => {
  it('go on for 30 minutes after the last event and then begin anew', async () => {
    const stored = new Map<string, string>()
    const page = startedPage(stored)
    page.gtag('config', id, init)
    await page.pass(29 * 60_000)
    page.gtag('event', 'still_here', { send_to: id })
    await page.pass(31 * 60_000)
    page.gtag('event', 'back_again', { send_to: id })
    await page.pass(1_000)
    expect(page.names.slice(3)).toEqual(['still_here', 'session_start', 'back_again'])
    expect(page.sent.map(({ body }) => body.sessionNumber)).toEqual([1, 1, 2])
  })

  it('outlive the page', async () => {
    const stored = new Map<string, string>()
    startedPage(stored).gtag('config', id, init)
    const second = startedPage(stored)
    second.gtag('config', id, init)
    await second.pass(1_000)
    expect(second.names).toEqual(['page_view'])
  })

  it('are made anew when what was stored is not one', async () => {
    const page = startedPage(new Map([[`hearth_session_${id}`, '{"id":7}']]))
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.names).toContain('session_start')
  })
})

describe('consent', () => {
  it('denied sends nothing and stores nothing', async () => {
    const page = startedPage()
    page.gtag('consent', 'default', { analytics_storage: 'denied' })
    page.gtag('config', id, { update: true })
    page.gtag('event', 'login', { send_to: id })
    await page.pass(10_000)
    page.hide()
    expect(page.sent).toEqual([])
    expect(page.stored.size).toBe(0)
  })

  it('granted later lets the next event through', async () => {
    const page = startedPage()
    page.gtag('consent', 'default', { analytics_storage: 'denied' })
    page.gtag('config', id, init)
    page.gtag('consent', 'update', { analytics_storage: 'granted' })
    page.gtag('event', 'login', { send_to: id })
    await page.pass(1_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'login'])
  })

  it('is refused by the switch of the SDK too', async () => {
    const page = startedPage()
    page.window[`ga-disable-${id}`] = true
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.sent).toEqual([])
  })
})

describe('the outbox', () => {
  it('sends at most 25 events at once, in order', async () => {
    const page = startedPage()
    page.gtag('config', id, { ...init, send_page_view: false })
    for (let index = 0; index < 60; index++) page.gtag('event', `e${index}`, { send_to: id })
    await page.pass(5_000)
    expect(page.sent.map(({ body }) => body.events.length)).toEqual([25, 25, 12])
    expect(page.names.slice(2)).toEqual(Array.from({ length: 60 }, (_, index) => `e${index}`))
  })

  it('keeps events while the server is away and sends them when it is back', async () => {
    const page = startedPage()
    page.status = 0
    page.gtag('config', id, init)
    await page.pass(10_000)
    expect(page.sent).toEqual([])
    page.status = 503
    await page.pass(60_000)
    page.status = 204
    await page.pass(120_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'page_view'])
  })

  it('gives up on what the server refuses', async () => {
    const page = startedPage()
    page.status = 400
    page.gtag('config', id, init)
    await page.pass(5_000)
    page.status = 204
    await page.pass(120_000)
    expect(page.sent).toEqual([])
  })

  it('keeps at most 40 batches', async () => {
    const page = startedPage()
    page.status = 503
    page.gtag('config', id, { ...init, send_page_view: false })
    for (let index = 0; index < 2_000; index++) page.gtag('event', `e${index}`, { send_to: id })
    page.status = 204
    await page.pass(3_600_000)
    expect(page.sent.length).toBeLessThanOrEqual(41)
    expect(page.names.at(-1)).toBe('e1999')
  })

  it('hands everything over when the page is hidden, with the time it was looked at', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(1_000)
    await page.pass(4_000)
    page.gtag('event', 'last_word', { send_to: id })
    await page.pass(500)
    page.hide()
    const beacon = page.sent.find(({ by }) => by === 'beacon')
    expect(beacon?.body.events).toMatchObject([{ name: 'last_word', engagementMs: 5_000 }])
  })

  it('reports the engagement of a page that was only read', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(8_000)
    page.hide()
    expect(page.sent.find(({ by }) => by === 'beacon')?.body.events).toMatchObject([
      { name: 'user_engagement', engagementMs: 8_000 },
    ])
  })
})

describe('questions', () => {
  it.each([
    ['client_id', init.firebase_id],
    ['session_number', 1],
  ])('answers get %s', async (field, answer) => {
    const page = startedPage()
    page.gtag('config', id, init)
    const answers: unknown[] = []
    page.gtag('get', id, field, (value: unknown) => answers.push(value))
    await page.pass(1)
    expect(answers).toEqual([answer])
  })

  it('makes a client id of its own where there is no installation, and keeps it', async () => {
    const stored = new Map<string, string>()
    const page = startedPage(stored)
    page.gtag('config', id, { update: true })
    await page.pass(1_000)
    expect(page.sent[0]?.body.clientId).toBe('07'.repeat(16))
    expect(stored.get('hearth_client_id')).toBe('07'.repeat(16))
  })

  it('survives commands that make no sense', async () => {
    const page = startedPage()
    for (const command of [
      [],
      ['config'],
      ['config', 7],
      ['event'],
      ['event', null, null],
      ['get', id],
      ['consent'],
      ['set', null],
      ['zzz'],
    ]) {
      page.gtag(...command)
    }
    ;(page.window['dataLayer'] as unknown[]).push({ event: 'somebody else' }, null, undefined, 7)
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.names).toContain('page_view')
  })
})
