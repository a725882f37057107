import { describe, expect, it } from 'vitest'
import { FakePage } from './testing/fake-page.ts'
import { id, init, quiet, startedPage } from './testing/started-page.ts'

/** The milliseconds that were booked on each screen, or where there is none on each title. */
function engagedOf(page: FakePage): Record<string, number> {
  const engaged: Record<string, number> = {}
  for (const { params, engagementMs } of page.events) {
    const name = String(params['screen_name'] ?? params['page_title'])
    engaged[name] = (engaged[name] ?? 0) + engagementMs
  }
  return engaged
}

function eventsNamed(page: FakePage, name: string): Record<string, unknown>[] {
  return page.events.filter((event) => event.name === name).map(({ params }) => params)
}

const shop = 'https://shop.example'

describe('every event', () => {
  it('says on which page it happened, those too that nobody logged', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.gtag('event', 'add_to_cart', { send_to: id, value: 3 })
    await page.pass(5_000)
    page.hide()
    expect(page.names).toEqual(['first_visit', 'session_start', 'page_view', 'add_to_cart', 'user_engagement'])
    const place = {
      page_location: `${shop}/cart?step=2`,
      page_title: 'Cart',
      page_referrer: 'https://search.example/',
    }
    for (const { params } of page.events) expect(params).toMatchObject(place)
  })

  it('keeps its own word on where it was', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.gtag('event', 'shared', { send_to: id, page_location: 'https://other.example/x', page_title: 'Other' })
    page.gtag('event', 'later', { send_to: id })
    await page.pass(1_000)
    expect(eventsNamed(page, 'shared')).toMatchObject([
      { page_location: 'https://other.example/x', page_title: 'Other' },
    ])
    expect(eventsNamed(page, 'later')).toMatchObject([{ page_title: 'Cart' }])
  })

  it('has room for the page beside 25 parameters of its own', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    const many = Object.fromEntries(Array.from({ length: 25 }, (_none, index) => [`p${index}`, index]))
    page.gtag('event', 'many', { send_to: id, ...many })
    await page.pass(1_000)
    expect(eventsNamed(page, 'many')).toMatchObject([{ ...many, page_title: 'Cart' }])
  })

  it('goes with what the configuration calls the page, until there is another', async () => {
    const page = startedPage()
    page.gtag('config', id, { ...init, page_title: 'Basket', page_path: '/basket' })
    page.gtag('event', 'one', { send_to: id })
    page.goTo('/till', 'Till')
    page.gtag('event', 'two', { send_to: id })
    await page.pass(1_000)
    expect(eventsNamed(page, 'one')).toMatchObject([{ page_title: 'Basket', page_path: '/basket' }])
    expect(eventsNamed(page, 'two')).toMatchObject([{ page_title: 'Till', page_location: `${shop}/till` }])
    expect(eventsNamed(page, 'two')[0]).not.toHaveProperty('page_path')
  })
})

describe('engagement', () => {
  it('counts for the page on which it was spent, along a router', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(7_000)
    page.goTo('/till', 'Till')
    await page.pass(3_000)
    page.gtag('event', 'paid', { send_to: id })
    await page.pass(2_000)
    page.goTo('/thanks', 'Thanks')
    await page.pass(4_000)
    page.hide()
    expect(engagedOf(page)).toEqual({ Cart: 7_000, Till: 5_000, Thanks: 4_000 })
    expect(eventsNamed(page, 'user_engagement').map((params) => params['page_location'])).toEqual([
      `${shop}/cart?step=2`,
      `${shop}/till`,
      `${shop}/thanks`,
    ])
  })

  it('along back and forward, whose router sets the title at once', async () => {
    const page = new FakePage()
    page.listen('popstate', () => Object.assign(page.window['document'] as object, { title: 'Home' }))
    page.load()
    page.gtag('config', id, init)
    await page.pass(6_000)
    Object.assign(page.window['location'] as object, { href: `${shop}/` })
    page.emit('popstate')
    await page.pass(2_000)
    page.hide()
    expect(engagedOf(page)).toEqual({ Cart: 6_000, Home: 2_000 })
  })

  it('along screens, and below a second for none', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('event', 'screen_view', { send_to: id, firebase_screen: 'List' })
    await page.pass(4_000)
    page.gtag('event', 'screen_view', { send_to: id, firebase_screen: 'Passing' })
    await page.pass(300)
    page.gtag('event', 'screen_view', { send_to: id, firebase_screen: 'Details' })
    await page.pass(5_000)
    page.gtag('config', id, { update: true, screen_name: 'Settings' })
    await page.pass(2_000)
    page.hide()
    expect(engagedOf(page)).toEqual({ List: 4_000, Passing: 0, Details: 5_000, Settings: 2_000 })
  })

  it('along the page views of an app that reports them by itself', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('event', 'page_view', { send_to: id, page_title: 'Step one', page_path: '/one' })
    await page.pass(3_000)
    page.gtag('event', 'page_view', { send_to: id, page_title: 'Step two', page_path: '/two' })
    await page.pass(2_000)
    page.hide()
    expect(engagedOf(page)).toEqual({ 'Step one': 3_000, 'Step two': 2_000 })
    expect(eventsNamed(page, 'user_engagement')).toMatchObject([{ page_path: '/one' }, { page_path: '/two' }])
  })

  it('counts for each app of a page', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('config', 'G-OTHER', quiet)
    page.gtag('event', 'begin', {})
    await page.pass(5_000)
    page.hide()
    const booked = page.sent.map(({ body }) => [
      body.measurementId,
      body.events.reduce((sum, { engagementMs }) => sum + engagementMs, 0),
    ])
    expect(booked).toContainEqual([id, 5_000])
    expect(booked).toContainEqual(['G-OTHER', 5_000])
  })

  it('does not count while there is no consent', async () => {
    const page = startedPage()
    page.gtag('consent', 'default', { analytics_storage: 'denied' })
    page.gtag('config', id, quiet)
    page.gtag('event', 'unheard', { send_to: id })
    await page.pass(9_000)
    page.gtag('event', 'unheard', { send_to: id })
    page.gtag('consent', 'update', { analytics_storage: 'granted' })
    await page.pass(2_000)
    page.hide()
    expect(engagedOf(page)).toEqual({ Cart: 2_000 })
  })
})

describe('a screen', () => {
  it('ends with the page that it is of', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.gtag('event', 'screen_view', { send_to: id, firebase_screen: 'Basket' })
    await page.pass(2_000)
    page.goTo('/till', 'Till')
    await page.pass(2_000)
    page.gtag('event', 'paid', { send_to: id })
    page.hide()
    expect(engagedOf(page)).toEqual({ Cart: 0, Basket: 2_000, Till: 2_000 })
    expect(eventsNamed(page, 'page_view').at(-1)).not.toHaveProperty('screen_name')
    expect(eventsNamed(page, 'paid')[0]).not.toHaveProperty('screen_name')
  })

  it('that a router names right after the address stays', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.goTo('/till', 'Till')
    page.gtag('event', 'screen_view', { send_to: id, firebase_screen: 'Checkout' })
    await page.pass(1_000)
    expect(eventsNamed(page, 'page_view').at(-1)).toMatchObject({ screen_name: 'Checkout', page_title: 'Till' })
  })

  it('of an app that reports page views by itself ends with the page view of another page alone', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('event', 'screen_view', { send_to: id, firebase_screen: 'Basket' })
    page.gtag('event', 'page_view', { send_to: id })
    page.goTo('/till', 'Till')
    page.gtag('event', 'before', { send_to: id })
    page.gtag('event', 'page_view', { send_to: id })
    page.gtag('event', 'after', { send_to: id })
    await page.pass(1_000)
    expect(page.events.slice(2).map(({ name, params }) => [name, params['screen_name']])).toEqual([
      ['screen_view', 'Basket'],
      ['page_view', 'Basket'],
      ['before', 'Basket'],
      ['page_view', undefined],
      ['after', undefined],
    ])
  })
})
