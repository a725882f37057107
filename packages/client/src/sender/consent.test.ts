import { describe, expect, it } from 'vitest'
import { FakeBrowser, type FakePage } from './testing/fake-page.ts'
import { id, init, quiet, startedPage } from './testing/started-page.ts'

function expectNoTrace(page: FakePage): void {
  expect(page.sent).toEqual([])
  expect(Object.keys(page.browser.localStorage)).toEqual([])
  expect(Object.keys(page.window['sessionStorage'] as object)).toEqual([])
}

describe('consent', () => {
  it.each(['default', 'update'])('denied by %s sends nothing and stores nothing', async (kind) => {
    const page = startedPage()
    page.gtag('consent', kind, { analytics_storage: 'denied' })
    page.gtag('config', id, { update: true })
    page.gtag('event', 'login', { send_to: id })
    page.gtag('get', id, 'client_id', () => undefined)
    await page.pass(10_000)
    page.hide()
    expectNoTrace(page)
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

  it('withdrawn takes away what was kept, also what was not sent yet', async () => {
    const page = startedPage()
    page.browser.status = 0
    page.gtag('config', id, { update: true })
    await page.pass(5_000)
    expect(Object.keys(page.browser.localStorage).length).toBeGreaterThan(0)
    page.browser.localStorage['app_cart'] = 'teapot'
    page.browser.status = 204
    page.gtag('consent', 'update', { analytics_storage: 'denied' })
    await page.pass(120_000)
    page.hide()
    expect(page.sent).toEqual([])
    expect(Object.keys(page.browser.localStorage)).toEqual(['app_cart'])
  })

  it('denied and granted again in one page begins nothing anew for the same client', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(1_000)
    page.gtag('consent', 'update', { analytics_storage: 'denied' })
    await page.pass(1_000)
    expect(Object.keys(page.browser.localStorage)).toEqual([])
    page.gtag('consent', 'update', { analytics_storage: 'granted' })
    page.gtag('event', 'login', { send_to: id })
    await page.pass(1_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'page_view', 'login'])
    expect(new Set(page.sent.map(({ body }) => body.sessionId)).size).toBe(1)
  })

  it('denied and granted again makes a client of its own a new one', async () => {
    const page = startedPage()
    page.gtag('config', id, { update: true })
    await page.pass(1_000)
    page.gtag('consent', 'update', { analytics_storage: 'denied' })
    page.gtag('consent', 'update', { analytics_storage: 'granted' })
    page.gtag('event', 'login', { send_to: id })
    await page.pass(1_000)
    expect(page.names.slice(3)).toEqual(['first_visit', 'session_start', 'login'])
    expect(new Set(page.sent.map(({ body }) => body.clientId)).size).toBe(2)
  })

  it('denied by default and granted on each page begins once', async () => {
    const browser = new FakeBrowser()
    for (const address of ['one', 'two']) {
      const page = startedPage(browser)
      page.gtag('consent', 'default', { analytics_storage: 'denied' })
      page.gtag('config', id, init)
      page.gtag('event', 'unheard', { send_to: id })
      page.gtag('get', id, 'session_id', (value: unknown) => expect(value).toBeUndefined())
      await page.pass(1)
      page.gtag('consent', 'update', { analytics_storage: 'granted' })
      page.gtag('event', address, { send_to: id })
      await page.pass(1_000)
    }
    expect(browser.names).toEqual(['first_visit', 'session_start', 'one', 'two'])
  })

  it('for something else changes nothing', async () => {
    const page = startedPage()
    page.gtag('consent', 'update', { ad_storage: 'denied' })
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.names).toContain('page_view')
  })

  it('that is waited for lets events through as they were, once it is there', async () => {
    const page = startedPage()
    const began = page.browser.now
    page.gtag('consent', 'default', { analytics_storage: 'denied', wait_for_update: 500 })
    page.gtag('config', id, init)
    await page.pass(300)
    expect(Object.keys(page.browser.localStorage)).toEqual([])
    page.gtag('consent', 'update', { analytics_storage: 'granted' })
    await page.pass(1_000)
    expect(page.events.at(-1)).toMatchObject({ name: 'page_view', time: began })
  })

  it('that is waited for in vain is denied', async () => {
    const page = startedPage()
    page.gtag('consent', 'default', { analytics_storage: 'denied', wait_for_update: 500 })
    page.gtag('config', id, init)
    await page.pass(10_000)
    expectNoTrace(page)
  })
})

describe('the switch of the SDK', () => {
  it('stops events and lets them through again', async () => {
    const page = startedPage()
    page.window[`ga-disable-${id}`] = true
    page.gtag('config', id, init)
    await page.pass(1_000)
    expectNoTrace(page)
    page.window[`ga-disable-${id}`] = false
    page.gtag('event', 'login', { send_to: id })
    await page.pass(1_000)
    expect(page.names).toContain('login')
  })

  it('drops what waits for its id, and nothing else', async () => {
    const other = 'G-KLMNOPQRST'
    const page = startedPage()
    page.browser.status = 0
    page.gtag('config', id, init)
    page.gtag('config', other, quiet)
    page.gtag('event', 'secret', { send_to: id })
    page.gtag('event', 'told', { send_to: other })
    await page.pass(1_500)
    page.window[`ga-disable-${id}`] = true
    page.browser.status = 204
    await page.pass(120_000)
    expect(page.sent.map(({ body }) => body.measurementId)).toEqual([other])
    page.window[`ga-disable-${id}`] = false
    await page.pass(120_000)
    expect(page.names).toContain('told')
    expect(page.names).not.toContain('secret')
  })

  it('lets nothing out of a page that is left, nor into its storage', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(500)
    page.window[`ga-disable-${id}`] = true
    page.hide()
    await page.pass(10_000)
    expect(page.sent).toEqual([])
    expect(Object.keys(page.browser.localStorage).filter((key) => key.includes('unsent'))).toEqual([])
  })
})

describe('a browser that asks not to be tracked', () => {
  it.each([{ globalPrivacyControl: true }, { doNotTrack: '1' }])('is left alone: %j', async (wish) => {
    const page = startedPage()
    Object.assign(page.browser.navigator, wish)
    page.gtag('consent', 'default', { analytics_storage: 'granted' })
    page.gtag('config', id, { update: true })
    page.gtag('event', 'login', { send_to: id })
    await page.pass(10_000)
    page.hide()
    expectNoTrace(page)
  })

  it.each([
    ['is sent', (page: FakePage) => page.pass(120_000)],
    ['is handed over', async (page: FakePage) => page.hide()],
  ])('while events wait is left alone before anything %s', async (_what, leave) => {
    const page = startedPage()
    page.browser.status = 0
    page.gtag('config', id, init)
    await page.pass(1_500)
    page.gtag('event', 'login', { send_to: id })
    page.browser.status = 204
    Object.assign(page.browser.navigator, { globalPrivacyControl: true })
    await leave(page)
    expectNoTrace(page)
  })

  it('is heard where somebody said yes to this page', async () => {
    const page = startedPage()
    Object.assign(page.browser.navigator, { globalPrivacyControl: true })
    page.gtag('consent', 'update', { analytics_storage: 'granted' })
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.names).toContain('page_view')
  })

  it.each([{ globalPrivacyControl: false }, { doNotTrack: '0' }, { doNotTrack: 'unspecified' }])(
    'is not one that says %j',
    async (wish) => {
      const page = startedPage()
      Object.assign(page.browser.navigator, wish)
      page.gtag('config', id, init)
      await page.pass(1_000)
      expect(page.names).toContain('page_view')
    },
  )
})
