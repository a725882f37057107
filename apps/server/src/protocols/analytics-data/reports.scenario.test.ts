import { describe, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const PROJECT = 'shop-app'
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }

interface Report {
  readonly dimensionHeaders: { name: string }[]
  readonly metricHeaders: { name: string; type: string }[]
  readonly rows: { dimensionValues: { value: string }[]; metricValues: { value: string }[] }[]
  readonly totals?: Report['rows']
  readonly rowCount: number
  readonly metadata: { dataLossFromOtherRow: boolean; usersStandardError: number; timeZone: string }
  readonly error?: { reason: string; message: string }
}

interface Asked<Answer> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Answer
}

async function ask<Answer = Report>(
  server: TestServer,
  path: string,
  body?: unknown,
  more: object = {},
): Promise<Asked<Answer>> {
  const response = await fetch(server.origin + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, headers: response.headers, text, json: (isJson ? JSON.parse(text) : {}) as Answer }
}

/** A shop of two days: the clients and what they did, reported as the client helper does it. */
async function openShop() {
  const server = await TestServer.start({ mode: 'dev' })
  const config = await ask<{ measurementId: string }>(
    server,
    '/v1alpha/projects/-/apps/1:1:web:a/webConfig',
    undefined,
    {
      'x-goog-api-key': `hk_${PROJECT}_x`,
    },
  )
  const { measurementId } = config.json
  const collect = async (clientId: string, events: object[], device: object = {}) => {
    const body = { measurementId, clientId, sentAt: Date.now(), device, events }
    expect((await ask(server, '/hearth/v1/collect', body)).status).toBe(204)
  }
  const yesterday = Date.now() - 24 * 60 * 60_000
  await collect('ada', [
    { name: 'first_visit', time: yesterday },
    {
      name: 'page_view',
      params: { page_location: 'https://shop.example/cart?x=1', page_title: 'Cart' },
      time: yesterday,
    },
  ])
  await collect('ada', [{ name: 'purchase', params: { value: 12.5, currency: 'EUR' } }], { timeZone: 'Europe/Berlin' })
  await collect('bob', [{ name: 'page_view', params: { page_title: '=HYPERLINK("x")' } }], { language: 'en-GB' })
  return { server, measurementId, collect }
}

const days = [{ startDate: 'yesterday', endDate: 'today' }]
const named = (...names: string[]) => names.map((name) => ({ name }))
const values = ({ rows }: Report) =>
  rows.map((row) => [...row.dimensionValues, ...row.metricValues].map(({ value }) => value))

describe('runReport', () => {
  it('answers in the shape of the original, with totals and a comparison', async () => {
    const { server } = await openShop()
    await using _server = server
    const { status, json } = await ask(server, `/v1beta/properties/${PROJECT}:runReport`, {
      dateRanges: [
        { startDate: 'today', endDate: 'today', name: 'now' },
        { startDate: 'yesterday', endDate: 'yesterday', name: 'before' },
      ],
      dimensions: named('eventName'),
      metrics: named('eventCount', 'activeUsers', 'eventValue'),
      metricAggregations: ['TOTAL'],
      orderBys: [{ dimension: { dimensionName: 'eventName' } }],
    })
    expect(status).toBe(200)
    expect(json.dimensionHeaders).toEqual(named('eventName', 'dateRange'))
    expect(json.metricHeaders[0]).toEqual({ name: 'eventCount', type: 'TYPE_INTEGER' })
    expect(values(json)).toEqual([
      ['first_visit', 'before', '1', '1', '0'],
      ['page_view', 'before', '1', '1', '0'],
      ['page_view', 'now', '1', '1', '0'],
      ['purchase', 'now', '1', '1', '12.5'],
    ])
    expect(json.totals?.map((row) => row.metricValues.map(({ value }) => value))).toEqual([
      ['2', '2', '12.5'],
      ['2', '1', '0'],
    ])
    expect(json.metadata).toEqual({
      currencyCode: 'USD',
      timeZone: 'UTC',
      dataLossFromOtherRow: false,
      usersStandardError: 0,
    })
  })

  it('guesses countries, and asks about one app by its measurement id', async () => {
    const { server, measurementId } = await openShop()
    await using _server = server
    const request = { dateRanges: days, dimensions: named('country'), metrics: named('eventCount') }
    const { json } = await ask(server, `/v1beta/properties/${measurementId}:runReport`, request)
    expect(values(json)).toEqual([
      ['(not set)', '2'],
      ['Germany', '1'],
      ['United Kingdom', '1'],
    ])
  })

  it('filters by dimensions and metrics, orders and pages', async () => {
    const { server } = await openShop()
    await using _server = server
    const { json } = await ask(server, `/v1beta/properties/${PROJECT}:runReport`, {
      dateRanges: days,
      dimensions: named('eventName', 'pagePath'),
      metrics: named('screenPageViews', 'eventCount'),
      dimensionFilter: {
        notExpression: {
          filter: { fieldName: 'eventName', stringFilter: { matchType: 'BEGINS_WITH', value: 'FIRST' } },
        },
      },
      metricFilter: {
        filter: {
          fieldName: 'screenPageViews',
          numericFilter: { operation: 'GREATER_THAN', value: { int64Value: '0' } },
        },
      },
      orderBys: [{ dimension: { dimensionName: 'pagePath' }, desc: true }],
      limit: '1',
    })
    expect(json.rowCount).toBe(2)
    expect(values(json)).toEqual([['page_view', '/cart', '1', '1']])
  })

  it('refuses what makes no sense, with the reason', async () => {
    await using server = await TestServer.start({ mode: 'dev' })
    const wrong: readonly (readonly [what: string, more: object, reason: string])[] = [
      ['a metric that there is not', { metrics: [{ name: 'bounceRate' }] }, 'UNKNOWN_METRIC'],
      ['a dimension that there is not', { dimensions: [{ name: 'city' }], metrics: [] }, 'UNKNOWN_DIMENSION'],
      [
        'a range that ends before it starts',
        { dateRanges: [{ startDate: 'today', endDate: 'yesterday' }] },
        'INVALID_REQUEST',
      ],
      ['a day that there is not', { dateRanges: [{ startDate: '2026-02-31', endDate: 'today' }] }, 'INVALID_REQUEST'],
      ['ten years', { dateRanges: [{ startDate: '3650daysAgo', endDate: 'today' }] }, 'INVALID_REQUEST'],
      ['no range', { dateRanges: [] }, 'INVALID_REQUEST'],
      ['a field nobody knows', { cohortSpec: {} }, 'INVALID_REQUEST'],
      ['an order by what it has not', { orderBys: [{ metric: { metricName: 'sessions' } }] }, 'INVALID_REQUEST'],
      ['a filter that is two', { dimensionFilter: { andGroup: { expressions: [{}] } } }, 'INVALID_REQUEST'],
      [
        'users of 7 days by event',
        { dimensions: [{ name: 'eventName' }], metrics: [{ name: 'active7DayUsers' }] },
        'INCOMPATIBLE_METRICS',
      ],
    ]
    for (const [what, more, reason] of wrong) {
      const request = { dateRanges: days, metrics: [{ name: 'eventCount' }], ...more }
      const { status, json } = await ask(server, `/v1beta/properties/${PROJECT}:runReport`, request)
      expect(status, what).toBe(400)
      expect(json.error?.reason, what).toBe(reason)
    }
  })
})

describe('the other reports of the vendor', () => {
  it('several at once, and what may be named', async () => {
    const { server } = await openShop()
    await using _server = server
    const request = { dateRanges: days, metrics: [{ name: 'eventCount' }] }
    const batch = await ask<{ reports: Report[] }>(server, `/v1beta/properties/${PROJECT}:batchRunReports`, {
      requests: [request, { ...request, dimensions: [{ name: 'date' }] }],
    })
    expect(batch.json.reports.map(values)).toMatchObject([[['4']], [{ length: 2 }, { length: 2 }]])
    const metadata = await ask<{ dimensions: { apiName: string }[]; metrics: { apiName: string }[] }>(
      server,
      `/v1beta/properties/${PROJECT}/metadata`,
    )
    expect(metadata.json.dimensions.map(({ apiName }) => apiName)).toEqual(
      expect.arrayContaining(['date', 'eventName', 'customEvent:currency']),
    )
    expect(metadata.json.metrics.map(({ apiName }) => apiName)).toEqual(
      expect.arrayContaining(['activeUsers', 'averageCustomEvent:value']),
    )
    // Everything that is offered can be asked for.
    for (const { apiName } of metadata.json.dimensions) {
      const one = { ...request, dimensions: [{ name: apiName }] }
      expect((await ask(server, `/v1beta/properties/${PROJECT}:runReport`, one)).status, apiName).toBe(200)
    }
    for (const { apiName } of metadata.json.metrics) {
      const one = { dateRanges: days, metrics: [{ name: apiName }] }
      expect((await ask(server, `/v1beta/properties/${PROJECT}:runReport`, one)).status, apiName).toBe(200)
    }
  })

  it('the last half hour, by the minute', async () => {
    const { server, collect } = await openShop()
    await using _server = server
    await collect('cyd', [
      { name: 'login', time: Date.now() - 5 * 60_000 },
      { name: 'login', time: Date.now() - 40 * 60_000 },
    ])
    const { json } = await ask(server, `/v1beta/properties/${PROJECT}:runRealtimeReport`, {
      dimensions: named('eventName'),
      metrics: named('eventCount', 'activeUsers'),
      orderBys: [{ dimension: { dimensionName: 'eventName' } }],
    })
    expect(values(json)).toEqual([
      ['login', '1', '1'],
      ['page_view', '1', '1'],
      ['purchase', '1', '1'],
    ])
    const byMinute = await ask(server, `/v1beta/properties/${PROJECT}:runRealtimeReport`, {
      dimensions: named('minutesAgo'),
      metrics: named('eventCount'),
      minuteRanges: [{ startMinutesAgo: 29, endMinutesAgo: 4 }],
    })
    expect(values(byMinute.json)).toSatisfy(
      (rows: string[][]) => rows.length === 1 && /^0[56]$/.test(rows[0]?.[0] ?? ''),
    )
  })
})

describe('what only Hearth has', () => {
  const own = `/hearth/v1/projects/${PROJECT}/analytics`

  it('is CSV without formulas', async () => {
    const { server } = await openShop()
    await using _server = server
    const request = { dateRanges: days, dimensions: named('pageTitle'), metrics: named('eventCount') }
    const { text, headers: answer } = await ask(server, `${own}/report`, request, { accept: 'text/csv' })
    expect(answer.get('content-type')).toContain('text/csv')
    expect(answer.get('content-disposition')).toBe(`attachment; filename="${PROJECT}-report.csv"`)
    expect(text).toBe(`pageTitle,eventCount\r\n(not set),2\r\n"'=HYPERLINK(""x"")",1\r\nCart,1\r\n`)
  })

  it('is CSV whose rows are as long as their header, and in the order that was asked for', async () => {
    const { server } = await openShop()
    await using _server = server
    const csv = { accept: 'text/csv' }
    const retention = await ask(server, `${own}/retention?unit=day&startDate=3daysAgo&endDate=today`, undefined, csv)
    const [header = '', ...rows] = retention.text.trimEnd().split('\r\n')
    expect(header).toBe('day,users,day 0,day 1,day 2,day 3')
    expect(rows.map((row) => row.replace(/^[\d-]+/, ''))).toEqual([',0,0,0,0,0', ',0,0,0,0,', ',1,1,1,,', ',1,1,,,'])

    const byMinute = {
      dimensions: named('minutesAgo', 'eventName'),
      metrics: named('eventCount'),
      orderBys: ['minutesAgo', 'eventName'].map((dimensionName) => ({ dimension: { dimensionName } })),
    }
    const realtime = await ask(server, `${own}/realtime-report`, byMinute, csv)
    const keys = realtime.text.trimEnd().split('\r\n').slice(1)
    expect(keys.length).toBeGreaterThan(1)
    expect(keys).toEqual(keys.toSorted())
  })

  it('is a funnel, retention, the names of everything, and the events themselves', async () => {
    const { server } = await openShop()
    await using _server = server
    const funnel = await ask<{ steps: object[] }>(server, `${own}/funnel`, {
      steps: [{ eventName: 'page_view' }, { eventName: 'purchase', name: 'Bought' }],
      startDate: 'yesterday',
      endDate: 'today',
      windowSeconds: 3 * 86_400,
    })
    expect(funnel.json.steps).toMatchObject([
      { name: 'page_view', users: 2, ofFirst: 1, lost: 1, medianSecondsFromPrevious: null },
      { name: 'Bought', users: 1, ofFirst: 0.5, ofPrevious: 0.5, lost: 1 },
    ])
    const asked = async (filter: object) =>
      await ask<{ steps: { users: number }[]; error: { reason: string } }>(server, `${own}/funnel`, {
        steps: [{ eventName: 'page_view' }, { eventName: 'purchase', filter }],
        startDate: 'yesterday',
        endDate: 'today',
        windowSeconds: 3 * 86_400,
      })
    const numberFilter = (operation: string, int64Value: string) => ({ operation, value: { int64Value } })
    const above = { filter: { fieldName: 'value', numericFilter: numberFilter('GREATER_THAN', '1') } }
    expect((await asked(above)).json.steps.map(({ users }) => users)).toEqual([2, 1])
    expect((await asked({ notExpression: above })).json.steps.map(({ users }) => users)).toEqual([2, 0])
    const wrong = await asked({ filter: { fieldName: 'a.b', stringFilter: { value: 'x' } } })
    expect([wrong.status, wrong.json.error.reason]).toEqual([400, 'INVALID_REQUEST'])
    const retention = await ask<{ cohorts: { users: number; active: number[] }[] }>(server, `${own}/retention?unit=day`)
    expect(retention.json.cohorts).toHaveLength(14)
    expect(retention.json.cohorts.at(-2)).toMatchObject({ users: 1, active: [1, 1] })
    expect(retention.json.cohorts.at(-1)).toMatchObject({ users: 1, active: [1] })
    const listed = async (query: string) =>
      await ask<{ events: object[]; error?: { reason: string } }>(server, `${own}/events?${query}`)
    const all = (await listed('')).json.events.length
    expect((await listed('startDate=today&endDate=today')).json.events).toHaveLength(all)
    expect((await listed('startDate=9daysAgo&endDate=yesterday')).json.events).toEqual([])
    expect((await listed('startDate=today&endDate=yesterday')).json.error?.reason).toBe('INVALID_REQUEST')
    expect((await listed('startDate=never')).status).toBe(400)
    expect((await listed('appId=another')).json.events).toEqual([])
    const catalog = await ask<{ events: { name: string; parameters: object[] }[] }>(server, `${own}/catalog`)
    expect(catalog.json.events.find(({ name }) => name === 'purchase')?.parameters).toEqual([
      { name: 'value', type: 'number' },
      { name: 'currency', type: 'text' },
    ])
    const events = await ask<{ events: { name: string }[]; newest: string }>(server, `${own}/events?clientId=ada`)
    expect(events.json.events.map(({ name }) => name)).toEqual(['purchase', 'page_view', 'first_visit'])
    const since = await ask<{ events: object[] }>(server, `${own}/events?after=${events.json.newest}`)
    expect(since.json.events).toEqual([])
  })

  it('is how long events are kept, within bounds', async () => {
    const { server } = await openShop()
    await using _server = server
    expect((await ask<object>(server, `${own}/settings`)).json).toEqual({ retentionMonths: 14, timeZone: 'UTC' })
    const change = async (body: object) =>
      await fetch(`${server.origin}${own}/settings`, { method: 'PATCH', headers, body: JSON.stringify(body) })
    expect((await change({ retentionMonths: 2 })).status).toBe(200)
    for (const wrong of [0, 61, 1.5, '3', null]) {
      expect((await change({ retentionMonths: wrong })).status, String(wrong)).toBe(400)
    }
    expect((await change({ timeZone: 'Asia/Tokyo' })).status).toBe(200)
    for (const wrong of [{ timeZone: 'Mars/Base' }, { timeZone: null }, { timezone: 'UTC' }, {}]) {
      expect((await change(wrong)).status, JSON.stringify(wrong)).toBe(400)
    }
    const { json } = await ask<{ metadata: { timeZone: string } }>(server, `${own}/report`, {
      dateRanges: days,
      metrics: named('eventCount'),
    })
    expect(json.metadata.timeZone).toBe('Asia/Tokyo')
    expect((await ask<object>(server, `${own}/settings`)).json).toEqual({ retentionMonths: 2, timeZone: 'Asia/Tokyo' })
  })
})

describe('servers', () => {
  it('report with a secret of the app, until it is revoked', async () => {
    const { server, measurementId } = await openShop()
    await using _server = server
    const own = `/hearth/v1/projects/${PROJECT}/analytics`
    const apps = await ask<{ apps: { config: { appId: string } }[] }>(server, `/hearth/v1/projects/${PROJECT}/apps`)
    const appId = apps.json.apps[0]?.config.appId
    const made = await ask<{ id: string; secret: string }>(server, `${own}/secrets`, { appId, name: 'Billing' })
    expect(made.status).toBe(201)
    const listed = await ask<{ secrets: object[] }>(server, `${own}/secrets`)
    expect(listed.json.secrets).toMatchObject([{ id: made.json.id, appId, name: 'Billing' }])
    expect(listed.text).not.toContain(made.json.secret)

    const address = `/mp/collect?measurement_id=${measurementId}&api_secret=`
    const body = { client_id: 'ada', events: [{ name: 'refund', params: { value: 5, items: [{ id: 1 }] } }] }
    expect((await ask(server, address + made.json.secret, body)).status).toBe(204)
    expect((await ask(server, `${address}wrong`, body)).status).toBe(401)
    expect((await ask(server, address + made.json.secret, { ...body, events: [{ name: '1' }] })).status).toBe(400)
    const check = await ask<{ validationMessages: object[] }>(server, `/debug${address}${made.json.secret}`, {
      ...body,
      events: [{ name: '1' }],
    })
    expect(check.json.validationMessages).toMatchObject([
      { fieldPath: 'events.0.name', validationCode: 'VALUE_INVALID' },
    ])

    const revoked = await fetch(`${server.origin}${own}/secrets/${made.json.id}`, { method: 'DELETE', headers })
    expect(revoked.status).toBe(200)
    expect((await ask(server, address + made.json.secret, body)).status).toBe(401)
    const report = { dateRanges: days, metrics: named('eventCount', 'eventValue'), dimensions: named('eventName') }
    const { json } = await ask(server, `/v1beta/properties/${PROJECT}:runReport`, report)
    expect(values(json)).toContainEqual(['refund', '1', '5'])
  })
})
