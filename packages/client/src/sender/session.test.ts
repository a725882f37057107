import { describe, expect, it } from 'vitest'
import { id, init, quiet, startedPage } from './testing/started-page.ts'

const minuteMs = 60_000

describe('sessions', () => {
  it('go on for 30 minutes after the last event and then begin anew', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.setFocus(false)
    await page.pass(29 * minuteMs)
    page.gtag('event', 'still_here', { send_to: id })
    await page.pass(31 * minuteMs)
    page.gtag('event', 'back_again', { send_to: id })
    await page.pass(1_000)
    expect(page.names.slice(3)).toEqual(['still_here', 'session_start', 'back_again'])
    expect(page.sent.map(({ body }) => body.sessionNumber)).toEqual([1, 1, 2])
    expect(new Set(page.sent.map(({ body }) => body.sessionId)).size).toBe(2)
  })

  it('go on while somebody reads', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(50 * minuteMs)
    page.hide()
    expect(page.names.slice(3)).toEqual(['user_engagement'])
    expect(page.sent.at(-1)?.body.sessionNumber).toBe(1)
  })

  it('outlive the page', async () => {
    const first = startedPage()
    first.gtag('config', id, init)
    const second = startedPage(first.browser)
    second.gtag('config', id, init)
    await second.pass(1_000)
    expect(second.names).toEqual(['page_view'])
  })

  it('are made anew when what was stored is not one', async () => {
    const page = startedPage()
    page.browser.localStorage[`hearth_analytics_session_${id}`] = '{"id":7}'
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(page.names).toContain('session_start')
  })

  it('live as long as the page where nothing can be stored', async () => {
    const page = startedPage()
    page.browser.isStorageFull = true
    page.gtag('config', id, init)
    page.gtag('event', 'login', { send_to: id })
    await page.pass(1_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'page_view', 'login'])
  })
})

describe('engagement', () => {
  it('is the time in which the page was seen and had the focus', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('event', 'begin', { send_to: id })
    await page.pass(3_000)
    page.setFocus(false)
    await page.pass(60_000)
    page.setFocus(true)
    await page.pass(2_000)
    page.hide()
    await page.pass(60_000)
    page.show()
    await page.pass(1_000)
    page.gtag('event', 'end', { send_to: id })
    await page.pass(1_000)
    const engaged = page.events.map(({ name, engagementMs }) => [name, engagementMs])
    expect(engaged.slice(2)).toEqual([
      ['begin', 0],
      ['user_engagement', 5_000],
      ['end', 1_000],
    ])
  })

  it('below a second is not worth an event', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('event', 'begin', { send_to: id })
    await page.pass(900)
    page.hide()
    expect(page.names).not.toContain('user_engagement')
  })
})
