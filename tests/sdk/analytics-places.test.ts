import { expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { FakeBrowser, FakePage } from '../../packages/client/src/sender/testing/fake-page.ts'

const project = 'shop-app'
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }

async function ask<Answer>(server: TestServer, path: string, body?: unknown): Promise<Answer> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(server.origin + path, {
    headers: { ...headers, 'x-goog-api-key': `hk_${project}_x` },
    ...init,
  })
  const text = await response.text()
  expect(response.status, text).toBeLessThan(300)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

/** One visit, as the client helper reports it: 7 seconds of reading, 5 at the till, 4 on a screen there, 2 back in the shop. */
async function visit(measurementId: string): Promise<FakeBrowser> {
  const browser = new FakeBrowser()
  browser.now = Date.now() - 60_000
  const page = new FakePage(browser).load()
  page.gtag('config', measurementId, { firebase_id: 'cAbcdefghijklmnopqrstu' })
  await page.pass(7_000)
  page.goTo('/till', 'Till')
  await page.pass(3_000)
  page.gtag('event', 'add_payment_info', { send_to: measurementId })
  await page.pass(2_000)
  page.gtag('event', 'screen_view', { send_to: measurementId, firebase_screen: 'Card' })
  await page.pass(4_000)
  page.goTo('/', 'Shop')
  await page.pass(2_000)
  page.hide()
  return browser
}

it('reports book each second and event on the screen, page and host where they were', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const { measurementId } = await ask<{ measurementId: string }>(server, '/v1alpha/projects/-/apps/1:1:web:a/webConfig')
  const browser = await visit(measurementId)
  for (const { body } of browser.sent) {
    // The visit was just now, whatever the clocks say.
    await ask(server, '/hearth/v1/collect', { ...body, sentAt: browser.now })
  }
  const rowsBy = async (dimension: string, metrics: string[], kind: 'Report' | 'RealtimeReport' = 'Report') => {
    const { rows } = await ask<{ rows: { dimensionValues: { value: string }[]; metricValues: { value: string }[] }[] }>(
      server,
      `/v1beta/properties/${project}:run${kind}`,
      {
        ...(kind === 'Report' && { dateRanges: [{ startDate: 'yesterday', endDate: 'today' }] }),
        dimensions: [{ name: dimension }],
        metrics: metrics.map((name) => ({ name })),
      },
    )
    return Object.fromEntries(
      rows.map((row) => [row.dimensionValues[0]?.value, row.metricValues.map(({ value }) => Number(value))]),
    )
  }
  expect(await rowsBy('unifiedScreenName', ['userEngagementDuration', 'screenPageViews'])).toEqual({
    Cart: [7, 1],
    Till: [5, 1],
    Card: [4, 1],
    Shop: [2, 1],
  })
  expect(await rowsBy('unifiedPagePathScreen', ['userEngagementDuration', 'screenPageViews'])).toEqual({
    '/cart': [7, 1],
    '/till': [9, 2],
    '/': [2, 1],
  })
  expect(await rowsBy('hostName', ['userEngagementDuration'])).toEqual({ 'shop.example': [18] })
  expect(await rowsBy('unifiedScreenName', ['screenPageViews'], 'RealtimeReport')).toEqual({
    Cart: [1],
    Till: [1],
    Card: [1],
    Shop: [1],
  })
})
