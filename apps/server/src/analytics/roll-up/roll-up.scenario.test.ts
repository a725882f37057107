import { describe, expect, it } from 'vitest'
import { AnalyticsWorld } from '../../testing/analytics-world.ts'
import { decodeReport } from '../../protocols/report-messages/decode-report.ts'
import { VALUES_MAX } from './partition.ts'
import { USERS_STANDARD_ERROR } from './user-set.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const dateRanges = [{ startDate: '7daysAgo', endDate: 'today' }]

describe('roll-ups', () => {
  it('are made by themselves soon after a burst of events, nobody asking', async () => {
    await using world = await AnalyticsWorld.open()
    const events = Array.from({ length: 25 }, () => ({ name: 'tick', params: {} }))
    const store = await world.store()
    const rolledTo = async () => (await store.getRecord('analytics-state', 'rolled-to'))?.value
    for (let batch = 0; batch < 480; batch += 80) {
      await Promise.all(Array.from({ length: 80 }, (_, at) => world.collect({ clientId: `c${batch + at}`, events })))
    }
    const [newest] = await store.read((snapshot) =>
      snapshot.listRecords('analytics-log', {}, { limit: 1, reverse: true }),
    )
    // Sooner than a few events would be.
    await expect.poll(rolledTo, { timeout: 8_000 }).toBe(newest?.key)
  })

  it('have room for so many values, and add up the others without losing an event', async () => {
    await using world = await AnalyticsWorld.open()
    for (let from = 0; from < 300; from += 25) {
      const events = Array.from({ length: 25 }, (_none, index) => ({
        name: 'search',
        params: { term: `t${from + index}` },
      }))
      await world.collect({ clientId: 'ada', events })
      // The first of them come again: they have their place.
      await world.collect({ clientId: 'bob', events: [{ name: 'search', params: { term: 't0' } }] })
    }
    const request = { dateRanges, dimensions: named('customEvent:term'), metrics: named('eventCount', 'activeUsers') }
    const ask = async (more: object) =>
      await world.analytics.runReport(
        'demo-app',
        decodeReport({ ...request, ...more }, undefined, await world.analytics.today('demo-app')),
      )
    const report = await ask({})
    expect(report.hasOther).toBe(true)
    expect(report.rowCount).toBe(VALUES_MAX + 1)
    const counts = new Map(report.rows.map(({ dimensions, metrics }) => [dimensions[0], metrics]))
    expect(counts.get('(other)')).toEqual([300 - VALUES_MAX, 1])
    expect(counts.get('t0')).toEqual([13, 2])
    expect([...counts.values()].reduce((sum, [events = 0]) => sum + events, 0)).toBe(312)
    const filterOn = (fieldName: string, value: string) => ({
      dimensions: [],
      metrics: named('eventCount'),
      dimensionFilter: { filter: { fieldName, stringFilter: { value } } },
    })
    const filtered = await ask(filterOn('customEvent:term', 't0'))
    expect(filtered).toMatchObject({ hasOther: true, rows: [{ metrics: [13] }] })
    expect((await ask(filterOn('eventName', 'search'))).hasOther).toBe(false)
  })

  it('say when users are estimated, and how well', async () => {
    await using world = await AnalyticsWorld.open()
    const visit = (count: number, prefix: string) =>
      Promise.all(
        Array.from({ length: count }, (_none, user) =>
          world.collect({ clientId: `${prefix}${user}`, events: [{ name: prefix, params: {} }] }),
        ),
      )
    await visit(300, 'few')
    const request = { dateRanges, dimensions: named('eventName'), metrics: named('activeUsers', 'active1DayUsers') }
    const ask = async (more: object) =>
      await world.analytics.runReport(
        'demo-app',
        decodeReport({ ...request, ...more }, undefined, await world.analytics.today('demo-app')),
      )
    const exact = await ask({ metrics: named('activeUsers') })
    expect(exact.usersStandardError).toBe(0)
    expect(exact.rows[0]?.metrics).toEqual([300])
    await visit(2_000, 'many')
    const estimated = await ask({ metrics: named('activeUsers') })
    expect(estimated.usersStandardError).toBe(USERS_STANDARD_ERROR)
    const [many = 0, few] = estimated.rows.map(({ metrics }) => metrics[0])
    expect(few).toBe(300)
    expect(Math.abs(many - 2_000)).toBeLessThan(2_000 * 4 * USERS_STANDARD_ERROR)
    const days = await ask({ dimensions: [], metrics: named('active1DayUsers') })
    expect(days.rows[0]?.metrics).toEqual([2_300])
  })

  it('stay when the events that they are of are too old to be kept', async () => {
    await using world = await AnalyticsWorld.open()
    await world.analytics.updateSettings('demo-app', { retentionMonths: 1 })
    await world.collect({ clientId: 'ada', events: [{ name: 'login', params: {} }] })
    const day = 24 * 60 * 60_000
    world.nowMs += 25 * day
    await world.collect({ clientId: 'bob', events: [{ name: 'login', params: {} }] })
    const listing = { pageSize: 50, pageToken: undefined, after: undefined, eventName: undefined, clientId: undefined }
    const clients = async () => (await world.analytics.list('demo-app', listing)).events.map(({ clientId }) => clientId)
    const users = async () => {
      const steps = ['login', 'login'].map((eventName) => ({ eventName, name: eventName }))
      const last = await world.analytics.today('demo-app')
      const request = { steps, first: last - 60, last, windowSeconds: 60, app: undefined }
      return (await world.analytics.runFunnel('demo-app', request)).users
    }
    await world.analytics.sweep('demo-app')
    expect(await clients()).toEqual(['bob', 'ada'])
    expect(await users()).toBe(2)

    world.nowMs += 10 * day
    await world.analytics.sweep('demo-app')
    expect(await clients()).toEqual(['bob'])
    expect(await users()).toBe(1)
    expect(await world.report({ metrics: named('eventCount', 'activeUsers') })).toEqual([[2, 2]])
  })

  it('keep the days that they were counted in when the project moves to another time zone', async () => {
    await using world = await AnalyticsWorld.open()
    // 13 hours ahead of UTC in November: it is the 21st there.
    await world.analytics.updateSettings('demo-app', { timeZone: 'Pacific/Auckland' })
    const visit = async (clientId: string) =>
      await world.collect({ clientId, events: [{ name: 'login', params: { method: 'mail' } }] })
    await visit('ada')
    await world.analytics.updateSettings('demo-app', { timeZone: 'America/New_York' })
    await visit('bob')
    expect(await world.analytics.getSettings('demo-app')).toEqual({ retentionMonths: 14, timeZone: 'America/New_York' })
    await world.restart()
    world.nowMs += 24 * 60 * 60_000
    const metrics = named('eventCount')
    const rolledUp = [
      ['20261120', 1],
      ['20261121', 1],
    ]
    const byName = (one: readonly unknown[], other: readonly unknown[]) => String(one).localeCompare(String(other))
    expect((await world.report({ dimensions: named('date'), metrics })).toSorted(byName)).toEqual(rolledUp)
    // Two that are kept: read from the events, which count in the zone that held when they came.
    const dimensions = named('date', 'language', 'customEvent:method')
    const raw = await world.report({ dimensions, metrics })
    expect(raw.map(([date, , , count]) => [date, count]).toSorted(byName)).toEqual(rolledUp)
    const dateHour = (await world.report({ dimensions: named('dateHour'), metrics })).map(([hour]) => hour)
    expect(new Set(dateHour)).toEqual(new Set(['2026112007', '2026112101']))
  })

  it('of the last half hour are of what happened in it', async () => {
    await using world = await AnalyticsWorld.open()
    const minute = 60_000
    const events = [5, 29, 31].map((ago) => ({ name: `ago_${ago}`, params: {}, time: world.nowMs - ago * minute }))
    await world.collect({ clientId: 'ada', events })
    const ask = () =>
      world.realtimeReport({ dimensions: named('minutesAgo', 'eventName'), metrics: named('eventCount') })
    expect(await ask()).toEqual([
      ['05', 'ago_5', 1],
      ['29', 'ago_29', 1],
    ])
    world.nowMs += 3 * minute
    await world.restart()
    expect(await ask()).toEqual([['08', 'ago_5', 1]])
  })
})
