import { describe, expect, it } from 'vitest'
import { FakePage } from './testing/fake-page.ts'
import { id, init, quiet, saidIn, startedPage } from './testing/started-page.ts'

describe('the sender', () => {
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

  it('takes over a data layer once, however often it is started', async () => {
    const page = startedPage()
    page.load()
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.names.filter((name) => name === 'page_view')).toHaveLength(1)
  })

  it('leaves a tag alone that the page has besides', async () => {
    const page = new FakePage()
    const layer = page.window['dataLayer'] as unknown[]
    const seen: unknown[] = []
    layer.push = (...entries) => {
      seen.push(...entries)
      return Array.prototype.push.apply(layer, entries)
    }
    page.load()
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(seen).toHaveLength(1)
    expect(page.names).toContain('page_view')
  })

  it('waits with a page that the browser only prepares', async () => {
    const page = new FakePage()
    Object.assign(page.window['document'] as object, { prerendering: true })
    page.load()
    page.gtag('config', id, init)
    await page.pass(5_000)
    expect(page.sent).toEqual([])
    page.emit('prerenderingchange')
    await page.pass(1_000)
    expect(page.names).toContain('page_view')
  })

  it('forgets who reported when it is told to: what they did goes out as theirs, and what follows is of somebody else', async () => {
    const page = startedPage()
    page.gtag('config', id, { ...init, user_id: 'ada', user_properties: { plan: 'free' } })
    page.gtag('event', 'of_ada')
    page.gtag('hearth_reset')
    expect(page.names).toContain('of_ada')
    expect(Object.keys(page.browser.localStorage)).toEqual([])
    page.gtag('event', 'of_bob')
    await page.pass(1_000)
    const bob = page.sent.find(({ body }) => JSON.stringify(body).includes('of_bob'))?.body
    expect(bob?.clientId).not.toBe(init.firebase_id)
    expect(bob).toMatchObject({ sessionNumber: 1, userProperties: {} })
    expect(bob).not.toHaveProperty('userId')
    expect(JSON.stringify(bob)).not.toContain('of_ada')
  })

  it('takes another installation for what has begun, and begins nothing by it', async () => {
    const page = startedPage()
    page.gtag('hearth_installation', id, 'other')
    await page.pass(1_000)
    expect(page.sent).toEqual([])
    page.gtag('config', id, init)
    page.gtag('hearth_installation', id, 'other')
    page.gtag('event', 'later')
    await page.pass(5_000)
    expect(page.sent.at(-1)?.body).toMatchObject({ clientId: 'other' })
  })

  it('carries the user and what is known of them', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.gtag('config', id, { update: true, user_id: 'ada' })
    page.gtag('config', id, { update: true, user_properties: { plan: 'free', old: 'x' } })
    page.gtag('config', id, { update: true, user_properties: { old: null } })
    page.gtag('set', { 'user_properties.team': 'blue', currency: 'EUR' })
    page.gtag('event', 'purchase', { send_to: id, value: 12.5, items: [{ id: 1 }] })
    await page.pass(5_000)
    const last = page.sent.at(-1)?.body
    expect(last).toMatchObject({ userId: 'ada', userProperties: { plan: 'free', team: 'blue' } })
    expect(last?.userProperties).not.toHaveProperty('old')
    expect(saidIn(last?.events.at(-1))).toEqual({ currency: 'EUR', value: 12.5, items: '[{"id":1}]' })
  })

  it('says what browser it is in, and gives each event an id of its own', async () => {
    const page = startedPage()
    page.gtag('config', id, { ...init, app_version: '2.1.0' })
    await page.pass(1_000)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(page.sent[0]?.body.device).toEqual({ language: 'en', timeZone, appVersion: '2.1.0' })
    expect(new Set(page.events.map((event) => event.id)).size).toBe(3)
  })

  it('forgets a user who signed out', async () => {
    const page = startedPage()
    page.gtag('config', id, { ...quiet, user_id: 'ada' })
    page.gtag('config', id, { update: true, user_id: null })
    page.gtag('event', 'later', { send_to: id })
    await page.pass(1_000)
    expect(page.sent.at(-1)?.body.userId).toBeUndefined()
  })

  it('sends default parameters with every event, where the event says nothing else', async () => {
    const page = startedPage()
    page.gtag('set', { currency: 'EUR', shop: 'north' })
    page.gtag('config', id, quiet)
    page.gtag('event', 'one', { send_to: id, shop: 'south' })
    page.gtag('set', 'currency', null)
    page.gtag('event', 'two', { send_to: id })
    await page.pass(1_000)
    expect(page.events.slice(-2).map(saidIn)).toEqual([{ currency: 'EUR', shop: 'south' }, { shop: 'north' }])
  })

  it('remembers the screen for the events that come after it, as the SDK names it or by itself', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('event', 'screen_view', { send_to: id, firebase_screen: 'Cart', firebase_screen_class: 'CartPage' })
    page.gtag('event', 'add_to_cart', { send_to: id })
    page.gtag('config', id, { update: true, screen_name: 'Till' })
    page.gtag('event', 'purchase', { send_to: id })
    await page.pass(1_000)
    expect(page.events.slice(-3).map(saidIn)).toEqual([
      { screen_name: 'Cart', screen_class: 'CartPage' },
      { screen_name: 'Cart' },
      { screen_name: 'Till' },
    ])
  })

  it('cuts what is too long and leaves out what can not be sent', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
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
      google_internal: 1,
    })
    for (const name of ['not a name', 'n'.repeat(41), 'firebase_campaign', 'ga_x', '7up', '']) {
      page.gtag('event', name, { send_to: id })
    }
    await page.pass(1_000)
    expect(page.names.slice(2)).toEqual(['many', 'odd'])
    expect(Object.keys(saidIn(page.events[2]))).toHaveLength(25)
    expect(saidIn(page.events[3])).toEqual({ long: 'x'.repeat(500), yes: 'true' })
  })

  it('reports for several apps of a page, an event without address for all of them', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('config', 'G-OTHER', { ...quiet, firebase_id: 'dAbcdefghijklmnopqrstu' })
    page.gtag('event', 'for_one', { send_to: 'G-OTHER' })
    page.gtag('event', 'for_all', {})
    page.gtag('event', 'for_none', { send_to: 'G-UNKNOWN' })
    await page.pass(1_000)
    const sentFor = (name: string): string[] =>
      page.sent
        .filter(({ body }) => body.events.some((event) => event.name === name))
        .map((one) => one.body.measurementId)
    expect(sentFor('for_one')).toEqual(['G-OTHER'])
    expect(sentFor('for_all').toSorted()).toEqual([id, 'G-OTHER'])
    expect(sentFor('for_none')).toEqual([])
  })

  it('calls back after an event', async () => {
    const page = startedPage()
    let calls = 0
    page.gtag('config', id, quiet)
    page.gtag('event', 'leave', { send_to: id, event_callback: () => calls++ })
    await page.pass(1)
    expect(calls).toBe(1)
  })
})

describe('questions', () => {
  it.each([
    ['client_id', init.firebase_id],
    ['session_number', 1],
    ['screen_name', 'Cart'],
  ])('answers get %s', async (field, answer) => {
    const page = startedPage()
    page.gtag('config', id, { ...init, screen_name: 'Cart' })
    const answers: unknown[] = []
    page.gtag('get', id, field, (value: unknown) => answers.push(value))
    await page.pass(1)
    expect(answers).toEqual([answer])
  })

  it('makes a client id of its own where there is no installation, and keeps it', async () => {
    const page = startedPage()
    page.gtag('config', id, { update: true })
    await page.pass(1_000)
    const clientId = page.sent[0]?.body.clientId
    expect(clientId).toMatch(/^[0-9a-f]{32}$/)
    const next = startedPage(page.browser)
    next.gtag('config', id, { update: true })
    await next.pass(1_000)
    expect(page.browser.sent.at(-1)?.body.clientId).toBe(clientId)
  })

  it('survives commands that make no sense', async () => {
    const page = startedPage()
    for (const command of [
      [],
      ['config'],
      ['config', 7],
      ['config', id, 7],
      ['event'],
      ['event', null, null],
      ['event', 'x', 'y'],
      ['get', id],
      ['get', id, 'constructor', () => undefined],
      ['consent'],
      ['consent', 'update', null],
      ['set', null],
      ['set', Symbol('s'), 1],
      ['zzz'],
    ]) {
      page.gtag(...command)
    }
    ;(page.window['dataLayer'] as unknown[]).push({ event: 'somebody else' }, null, undefined, 7)
    page.gtag('config', id, init)
    page.gtag('event', 'login', { send_to: id })
    await page.pass(1_000)
    expect(page.names).toContain('login')
  })
})
