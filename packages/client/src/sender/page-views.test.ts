import { describe, expect, it } from 'vitest'
import type { FakePage } from './testing/fake-page.ts'
import { id, init, quiet, saidIn, startedPage } from './testing/started-page.ts'

function viewsOf(page: FakePage): unknown[] {
  return page.events.filter(({ name }) => name === 'page_view').map(({ params }) => params)
}

describe('page views', () => {
  it('say where the page is, without the fragment', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(1_000)
    expect(viewsOf(page)).toEqual([
      {
        page_location: 'https://shop.example/cart?step=2',
        page_title: 'Cart',
        page_referrer: 'https://search.example/',
      },
    ])
  })

  it('follow a router, each with the title it came to and the page before', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    await page.pass(1_000)
    page.goTo('/till')
    Object.assign(page.window['document'] as object, { title: 'Till' })
    await page.pass(2_000)
    expect(viewsOf(page).slice(1)).toEqual([
      {
        page_location: 'https://shop.example/till',
        page_title: 'Till',
        page_referrer: 'https://shop.example/cart?step=2',
      },
    ])
  })

  it('follow back and forward', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    Object.assign(page.window['location'] as object, { href: 'https://shop.example/' })
    page.emit('popstate')
    await page.pass(2_000)
    page.emit('pageshow', { persisted: false })
    await page.pass(2_000)
    expect(viewsOf(page)).toHaveLength(2)
    page.emit('pageshow', { persisted: true })
    await page.pass(2_000)
    expect(viewsOf(page)).toHaveLength(3)
  })

  it('are not told of the same address again or of another fragment', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.goTo('#reviews')
    page.goTo('/cart?step=2')
    await page.pass(2_000)
    expect(viewsOf(page)).toHaveLength(1)
  })

  it('of a page that was left at once are not lost', async () => {
    const page = startedPage()
    page.gtag('config', id, init)
    page.goTo('/one', 'One')
    page.goTo('/two', 'Two')
    page.hide()
    expect(viewsOf(page)).toMatchObject([
      {},
      { page_location: 'https://shop.example/one' },
      { page_location: 'https://shop.example/two', page_referrer: 'https://shop.example/one' },
    ])
  })

  it('are left to the page that reports them by itself', async () => {
    const page = startedPage()
    page.gtag('config', id, quiet)
    page.gtag('event', 'login', { send_to: id, method: 'password' })
    page.goTo('/till')
    await page.pass(2_000)
    expect(page.names).toEqual(['first_visit', 'session_start', 'login'])
    expect(saidIn(page.events.at(-1))).toEqual({ method: 'password' })
  })
})
