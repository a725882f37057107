import { expect, type Page } from '@playwright/test'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import type { AnalyticsPage } from './analytics-page/page.ts'
import { BuiltPage } from './built-page.ts'
import { callerOf, eventsOf, namesOf, open, type ReportedEvent } from './client-world.ts'
import { test } from './test.ts'

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/analytics-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

const call = callerOf<AnalyticsPage>()
const quiet = { config: { send_page_view: false } }

/** The event of this name, once it is there. */
async function event(server: HostedServer, name: string): Promise<ReportedEvent> {
  await expect.poll(() => namesOf(server)).toContain(name)
  const found = (await eventsOf(server)).find((one) => one.name === name)
  if (found === undefined) throw new Error(`The event ${name} is gone`)
  return found
}

/** What an event says by itself: without the page it happened on. */
function saidIn({ params }: ReportedEvent): Record<string, unknown> {
  const { page_location: _location, page_title: _title, page_referrer: _referrer, ...said } = params
  return said
}

/** The keys of what analytics keeps in the browser. */
function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('hearth_')))
}

async function reload(page: Page): Promise<void> {
  await page.reload()
  await page.waitForFunction(() => 'page' in globalThis)
}

test('each function of the SDK does what it says', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await open(page, built, server)
  await test.step('each function of the SDK has a test here', async () => {
    expect((await call(page, 'functions')).toSorted()).toEqual([
      'getAnalytics',
      'getGoogleAnalyticsClientId',
      'initializeAnalytics',
      'isSupported',
      'logEvent',
      'setAnalyticsCollectionEnabled',
      'setConsent',
      'setCurrentScreen',
      'setDefaultEventParameters',
      'setUserId',
      'setUserProperties',
      'settings',
    ])
  })

  await test.step('logEvent: with all that a purchase has, and for all apps of the page', async () => {
    await open(page, built, server)
    await call(page, 'start', quiet)
    const items = [{ item_id: 'teapot', price: 38.5 }]
    await call(page, 'log', 'purchase', { value: 38.5, currency: 'EUR', items })
    await call(page, 'log', 'search', { search_term: 'cups' }, { global: true })
    expect(saidIn(await event(server, 'purchase'))).toEqual({
      value: 38.5,
      currency: 'EUR',
      items: JSON.stringify(items),
    })
    expect(saidIn(await event(server, 'search'))).toEqual({ search_term: 'cups' })
  })

  for (const isGlobal of [false, true]) {
    await test.step(`setUserId, setUserProperties: ${isGlobal ? 'for all apps of the page' : 'for the app'}`, async () => {
      await open(page, built, server)
      await call(page, 'start', quiet)
      const options = { global: isGlobal }
      await call(page, 'setUserId', 'ada', options)
      await call(page, 'setUserProperties', { plan: 'free' }, options)
      await call(page, 'log', `known_${isGlobal}`)
      expect(await event(server, `known_${isGlobal}`)).toMatchObject({
        userId: 'ada',
        userProperties: { plan: 'free' },
      })
      await call(page, 'setUserId', null, options)
      await call(page, 'setUserProperties', { plan: null }, options)
      await call(page, 'log', `unknown_${isGlobal}`)
      const unknown = await event(server, `unknown_${isGlobal}`)
      expect(unknown.userId).toBeUndefined()
      expect(unknown.userProperties).toEqual({})
    })
  }

  await test.step('setDefaultEventParameters: before and after the beginning', async () => {
    await open(page, built, server)
    await call(page, 'setDefaultEventParameters', { shop: 'north' })
    await call(page, 'start', quiet)
    await call(page, 'log', 'before')
    expect(saidIn(await event(server, 'before'))).toEqual({ shop: 'north' })
    await call(page, 'setDefaultEventParameters', { shop: 'south' })
    await call(page, 'log', 'after', { value: 1 })
    expect(saidIn(await event(server, 'after'))).toEqual({ shop: 'south', value: 1 })
  })

  await test.step('setCurrentScreen, and screen_view: the screen goes with the events after it', async () => {
    await open(page, built, server)
    await call(page, 'start', quiet)
    await call(page, 'setCurrentScreen', 'Cart')
    await call(page, 'log', 'one')
    expect(saidIn(await event(server, 'one'))).toEqual({ screen_name: 'Cart' })
    await call(page, 'log', 'screen_view', { firebase_screen: 'Till', firebase_screen_class: 'TillPage' })
    await call(page, 'log', 'two')
    expect(saidIn(await event(server, 'screen_view'))).toEqual({ screen_name: 'Till', screen_class: 'TillPage' })
    expect(saidIn(await event(server, 'two'))).toEqual({ screen_name: 'Till' })
  })

  await test.step('setAnalyticsCollectionEnabled: off and on again', async () => {
    await open(page, built, server)
    await call(page, 'start', quiet)
    await call(page, 'log', 'begin')
    await event(server, 'begin')
    await call(page, 'setAnalyticsCollectionEnabled', false)
    await call(page, 'log', 'secret')
    await call(page, 'setAnalyticsCollectionEnabled', true)
    await call(page, 'log', 'again')
    await event(server, 'again')
    expect(await namesOf(server)).not.toContain('secret')
  })

  await test.step('getGoogleAnalyticsClientId: the id of the installation', async () => {
    await open(page, built, server)
    await call(page, 'start')
    const id = await call(page, 'clientId')
    expect(id).toBe(await call(page, 'installationId'))
    expect((await event(server, 'page_view')).clientId).toBe(id)
  })

  await test.step('settings: another data layer and another function', async () => {
    const { hosts } = await open(page, built, server)
    await call(page, 'start', quiet, 'ownLayer')
    await call(page, 'log', 'login', { method: 'password' })
    await event(server, 'login')
    expect(await page.evaluate(() => ['dataLayer', 'ownLayer', 'ownTag'].map((name) => name in globalThis))).toEqual([
      false,
      true,
      true,
    ])
    expect([...hosts]).not.toContain('www.googletagmanager.com')
  })
})

test('getAnalytics, initializeAnalytics, isSupported: begins once, and asks no other host', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const { hosts } = await open(page, built, server)
  expect(await call(page, 'isSupported')).toBe(true)
  expect(await call(page, 'start', { config: { page_title: 'Shop' } })).toBe(true)
  const view = await event(server, 'page_view')
  expect(view.language).toBe('en-GB')
  expect(view.params).toMatchObject({ page_location: `${built.origin}/?origin=${encodeURIComponent(server.origin)}` })
  expect(await namesOf(server)).toEqual(['first_visit', 'session_start', 'page_view'])
  await reload(page)
  await call(page, 'start')
  // How long the first page was looked at is told where it was a second.
  const names = async (): Promise<string[]> => (await namesOf(server)).filter((name) => name !== 'user_engagement')
  await expect.poll(names).toEqual(['first_visit', 'session_start', 'page_view', 'page_view'])
  expect([...hosts].toSorted()).toEqual([new URL(built.origin).host, new URL(server.origin).host].toSorted())
})

test('setConsent: denied from the beginning leaves no trace, granted lets events through', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await open(page, built, server)
  await call(page, 'setConsent', { analytics_storage: 'denied' })
  await call(page, 'start')
  await call(page, 'log', 'secret')
  await call(page, 'clientId')
  expect(await keptKeys(page)).toEqual([])
  await call(page, 'setConsent', { analytics_storage: 'granted' })
  await call(page, 'log', 'agreed')
  await event(server, 'agreed')
  expect(await namesOf(server)).toEqual(['first_visit', 'session_start', 'agreed'])
  expect(await keptKeys(page)).not.toEqual([])
  await call(page, 'setConsent', { analytics_storage: 'denied' })
  await expect.poll(() => keptKeys(page)).toEqual([])
})

test('a router: each address is a page view', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await open(page, built, server)
  await call(page, 'start')
  await event(server, 'page_view')
  await page.evaluate(() => {
    history.pushState({}, '', '/cart')
    document.title = 'Cart'
  })
  const views = async (): Promise<unknown[]> =>
    (await eventsOf(server))
      .filter(({ name }) => name === 'page_view')
      .map(({ params }) => [new URL(String(params['page_location'])).pathname, params['page_title']])
  await expect.poll(views).toEqual([
    ['/', 'Analytics'],
    ['/cart', 'Cart'],
  ])
  await page.evaluate(() => history.back())
  await expect.poll(async () => (await views()).length).toBe(3)
})

test('what could not be sent is sent after a reload', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await open(page, built, server)
  const collect = '**/hearth/v1/collect'
  await page.route(collect, (route) => route.abort())
  await call(page, 'start', quiet)
  await call(page, 'log', 'stuck')
  await expect.poll(() => keptKeys(page)).toContainEqual(expect.stringContaining('unsent'))
  await page.unroute(collect)
  await reload(page)
  await call(page, 'start', quiet)
  await call(page, 'log', 'next')
  await event(server, 'next')
  expect((await namesOf(server)).filter((name) => name !== 'user_engagement')).toEqual([
    'first_visit',
    'session_start',
    'stuck',
    'next',
  ])
})

test('a browser that asks not to be tracked is left alone', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, built, server)
  await call(page, 'start')
  await call(page, 'log', 'secret')
  await call(page, 'clientId')
  await page.goto('about:blank')
  expect(asked).not.toContain('/hearth/v1/collect')
})
