import { describe, expect, it } from 'vitest'
import { FakeBrowser, type FakePage } from './testing/fake-page.ts'
import { id, init, quiet, startedPage } from './testing/started-page.ts'

const hourMs = 60 * 60 * 1000

function unsentIn(browser: FakeBrowser): string[] {
  return Object.keys(browser.localStorage).filter((key) => key.startsWith('hearth_analytics_unsent_'))
}

/** A page that could not send what it reported. */
async function stuckPage(browser = new FakeBrowser(), tab?: FakePage): Promise<FakePage> {
  browser.status = 0
  const page = startedPage(browser, tab)
  page.gtag('config', id, init)
  await page.pass(5_000)
  expect(page.sent).toEqual([])
  return page
}

describe('the outbox', () => {
  it('sends at most 25 events at once, in order', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    for (let index = 0; index < 60; index++) page.gtag('event', `e${index}`, { send_to: id })
    await page.pass(5_000)
    expect(page.sent.map(({ body }) => body.events.length)).toEqual([25, 25, 12])
    expect(page.names.slice(2)).toEqual(Array.from({ length: 60 }, (_, index) => `e${index}`))
  })

  it('sends no more at once than a browser takes from a page that goes', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    const params = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, 'ä'.repeat(500)]))
    for (let index = 0; index < 5; index++) page.gtag('event', `e${index}`, { send_to: id, ...params })
    await page.pass(5_000)
    expect(page.names).toHaveLength(7)
    for (const { body } of page.sent) expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(64_000)
  })

  it('keeps events while the server is away and sends them when it is back', async () => {
    const page = await stuckPage()
    page.browser.status = 503
    await page.pass(60_000)
    page.browser.status = 204
    await page.pass(120_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'page_view'])
    expect(unsentIn(page.browser)).toEqual([])
  })

  it('asks less and less often', async () => {
    const page = startedPage()
    let asked = 0
    page.window['fetch'] = async () => {
      asked++
      throw new Error('no connection')
    }
    page.gtag('config', id, init)
    await page.pass(hourMs)
    // Each minute at least, and each half minute at most, after the first few.
    expect(asked).toBeGreaterThan(60)
    expect(asked).toBeLessThan(130)
  })

  it('comes back when a server that has too much to do asks it to', async () => {
    const page = startedPage()
    page.browser.status = 429
    page.browser.retryAfter = '600'
    page.gtag('config', id, init)
    await page.pass(5_000)
    page.browser.status = 204
    await page.pass(590_000)
    expect(page.sent).toEqual([])
    await page.pass(20_000)
    expect(page.names).toContain('page_view')
  })

  it('does not wait any more when the browser is back online', async () => {
    const page = await stuckPage()
    await page.pass(10 * 60_000)
    page.browser.status = 204
    page.emit('online')
    await page.pass(1)
    expect(page.names).toContain('page_view')
  })

  it('gives up on what the server refuses', async () => {
    const page = startedPage()
    page.browser.status = 400
    page.gtag('config', id, init)
    await page.pass(5_000)
    page.browser.status = 204
    await page.pass(120_000)
    expect(page.sent).toEqual([])
  })

  it('keeps at most 40 batches, the newest', async () => {
    const page = startedPage()
    page.browser.status = 503
    page.gtag('config', id, quiet)
    for (let index = 0; index < 2_000; index++) page.gtag('event', `e${index}`, { send_to: id })
    page.browser.status = 204
    await page.pass(hourMs)
    expect(page.sent.length).toBeLessThanOrEqual(41)
    expect(page.names.at(-1)).toBe('e1999')
  })

  it('lets events go that are three days old', async () => {
    const page = await stuckPage()
    page.setFocus(false)
    await page.pass(73 * hourMs)
    page.browser.status = 204
    page.gtag('event', 'news', { send_to: id })
    await page.pass(120_000)
    expect(page.names).toEqual(['session_start', 'news'])
  })
})

describe('a page that is left', () => {
  it('hands everything to the browser, with the time it was looked at', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(5_000)
    page.gtag('event', 'last_word', { send_to: id })
    await page.pass(500)
    page.hide()
    const beacon = page.sent.find(({ by }) => by === 'beacon')
    expect(beacon?.body.events).toMatchObject([{ name: 'last_word', engagementMs: 5_000 }])
  })

  it('tells how long it was only read', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(8_000)
    page.hide()
    expect(page.sent.find(({ by }) => by === 'beacon')?.body.events).toMatchObject([
      { name: 'user_engagement', engagementMs: 8_000 },
    ])
  })

  it.each([
    ['offline', (browser: FakeBrowser) => Object.assign(browser.navigator, { onLine: false })],
    ['full', (browser: FakeBrowser) => Object.assign(browser, { isBeaconTaken: false })],
  ])('keeps it for the next page when the browser is %s', async (_title, make) => {
    const page = startedPage()
    page.gtag('config', id, init)
    make(page.browser)
    page.hide()
    expect(page.sent).toEqual([])
    Object.assign(page.browser.navigator, { onLine: true })
    const next = startedPage(page.browser, page)
    next.gtag('config', id, quiet)
    next.gtag('event', 'next', { send_to: id })
    await next.pass(3_000)
    expect(page.browser.names).toEqual(['first_visit', 'session_start', 'page_view', 'next'])
  })
})

describe('what could not be sent', () => {
  it('survives a reload, in order, and is sent once', async () => {
    const page = await stuckPage()
    page.hide()
    page.browser.status = 204
    const reloaded = startedPage(page.browser, page)
    reloaded.gtag('config', id, quiet)
    reloaded.gtag('event', 'reloaded', { send_to: id })
    await reloaded.pass(5_000)
    expect(page.browser.names).toEqual(['first_visit', 'session_start', 'page_view', 'user_engagement', 'reloaded'])
    expect(unsentIn(page.browser)).toEqual([])
    const again = startedPage(page.browser, reloaded)
    again.gtag('config', id, quiet)
    await again.pass(5_000)
    expect(page.browser.names).toHaveLength(5)
  })

  it('of a tab that is there is left to it', async () => {
    const page = await stuckPage()
    page.browser.status = 204
    const other = startedPage(page.browser)
    other.gtag('config', id, quiet)
    other.gtag('event', 'other', { send_to: id })
    await other.pass(2_000)
    expect(page.browser.names).toEqual(['other'])
    await page.pass(120_000)
    expect(page.browser.names.toSorted()).toEqual(['first_visit', 'other', 'page_view', 'session_start'])
  })

  it('of a tab that is gone is sent by another one', async () => {
    const page = await stuckPage()
    page.browser.now += 6 * 60_000
    page.browser.status = 204
    const other = startedPage(page.browser)
    other.gtag('config', id, quiet)
    other.gtag('event', 'other', { send_to: id })
    await other.pass(2_000)
    expect(page.browser.names).toEqual(['first_visit', 'session_start', 'page_view', 'other'])
  })

  it.each(['', '{', '7', '{"at":1}', '{"at":1,"batches":[null,7,{}]}'])('is forgotten when it is %j', async (text) => {
    const browser = new FakeBrowser()
    browser.localStorage['hearth_analytics_unsent_x'] = text
    const page = startedPage(browser)
    page.gtag('config', id, init)
    await page.pass(2_000)
    expect(page.names).toContain('page_view')
    expect(unsentIn(browser)).toEqual([])
  })

  it('takes at most 256 KiB of the storage, and the newest stay', async () => {
    const browser = new FakeBrowser()
    browser.status = 0
    const page = startedPage(browser)
    page.gtag('config', id, quiet)
    const params = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, 'x'.repeat(500)]))
    for (let index = 0; index < 60; index++) page.gtag('event', `e${index}`, { send_to: id, ...params })
    await page.pass(5_000)
    const [key = ''] = unsentIn(browser)
    const text = String(browser.localStorage[key])
    expect(text.length).toBeLessThanOrEqual(256 * 1024)
    expect(text).toContain('"e59"')
    expect(text).not.toContain('"e0"')
  })
})
