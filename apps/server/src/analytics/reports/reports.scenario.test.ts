import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyticsApps, AnalyticsWorld } from '../../testing/analytics-world.ts'
import { DAY_MS, firstDayOfWeek, formatDay, parseDay, weekOf } from '../days.ts'
import type { ReportedBatch } from '../event.ts'

/** What happens to a server: it is sent a batch, sent one again, asked for a report, or started anew. */
type Act =
  | { readonly kind: 'batch'; readonly app: number; readonly batch: ReportedBatch; readonly passMs: number }
  | { readonly kind: 'again'; readonly which: number }
  | { readonly kind: 'report' | 'restart' }

const names = ['page_view', 'sign_up', 'purchase', 'session_start']
const start = Date.UTC(2026, 10, 20, 12)
let eventIds = 0

const event = fc.record({
  name: fc.constantFrom(...names),
  params: fc.record(
    {
      method: fc.constantFrom('mail', 'popup', '__proto__', '=1+1'),
      value: fc.integer({ min: -5, max: 100 }),
      page_location: fc.constantFrom('https://shop.example/', 'https://shop.example/cart?step=2'),
    },
    { requiredKeys: [] },
  ),
  engagementMs: fc.integer({ min: 0, max: 5_000 }),
  agoMs: fc.integer({ min: 0, max: 20 * DAY_MS }),
})

const batch: fc.Arbitrary<Act> = fc
  .record({
    app: fc.nat(1),
    clientId: fc.constantFrom('ada', 'bob', 'cyd', 'dan'),
    plan: fc.constantFrom('free', 'paid'),
    language: fc.constantFrom('en-GB', 'de-DE', 'fr'),
    skewMs: fc.constantFrom(0, -DAY_MS, 3 * DAY_MS),
    passMs: fc.integer({ min: 0, max: 6 * 60 * 60_000 }),
    events: fc.array(event, { minLength: 1, maxLength: 6 }),
  })
  .map(({ app, clientId, plan, language, skewMs, passMs, events }) => ({
    kind: 'batch',
    app,
    passMs,
    batch: {
      clientId,
      userProperties: { plan },
      device: { language },
      // The client's clock is off by `skewMs`.
      sentAt: start + skewMs,
      events: events.map(({ agoMs, ...one }) => ({ ...one, id: `e${eventIds++}`, time: start + skewMs - agoMs })),
    },
  }))

const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: batch },
    { weight: 3, arbitrary: fc.nat(20).map((which): Act => ({ kind: 'again', which })) },
    { weight: 2, arbitrary: fc.constant<Act>({ kind: 'report' }) },
    { weight: 1, arbitrary: fc.constant<Act>({ kind: 'restart' }) },
  ),
  { minLength: 5, maxLength: 25 },
)

/** One event as it happened, computed from what was sent alone. */
interface Happened {
  readonly user: string
  readonly app: string
  readonly time: number
  readonly name: string
  readonly params: Readonly<Record<string, string | number>>
  readonly engagementMs: number
  readonly plan: string
  readonly country: string
}

async function perform(world: AnalyticsWorld, all: readonly Act[]): Promise<Happened[]> {
  const happened: Happened[] = []
  const sent: { app: number; batch: ReportedBatch; at: number }[] = []
  for (const act of all) {
    if (act.kind === 'restart') await world.restart()
    if (act.kind === 'report') await world.report({ metrics: [{ name: 'eventCount' }] })
    if (act.kind === 'again') {
      const again = sent[act.which]
      // Known for an hour at least; later it would count again.
      if (again !== undefined && world.nowMs - again.at < 60 * 60_000) await world.collect(again.batch, again.app)
    }
    if (act.kind !== 'batch') continue
    world.nowMs += act.passMs
    await world.collect(act.batch, act.app)
    sent.push({ app: act.app, batch: act.batch, at: world.nowMs })
    const { clientId, userProperties, device, sentAt = 0 } = act.batch
    for (const { name, params, engagementMs = 0, time = 0 } of act.batch.events) {
      const app = analyticsApps[act.app]?.appId ?? ''
      const country = { 'en-GB': 'GB', 'de-DE': 'DE' }[device.language ?? ''] ?? '(not set)'
      const at = world.nowMs - (sentAt - time)
      const plan = String(userProperties['plan'])
      happened.push({
        user: `${app} ${clientId}`,
        app,
        time: at,
        name,
        params: { ...params },
        engagementMs,
        plan,
        country,
      })
    }
  }
  return happened
}

/** Events and users by some value, as a report with `eventCount`, `activeUsers` has them. */
function countBy(happened: readonly Happened[], keyOf: (one: Happened) => readonly string[] | undefined) {
  const groups = new Map<string, Happened[]>()
  for (const one of happened) {
    const key = keyOf(one)
    if (key !== undefined) groups.set(JSON.stringify(key), [...(groups.get(JSON.stringify(key)) ?? []), one])
  }
  return [...groups].map(([key, group]) => [
    ...(JSON.parse(key) as string[]),
    group.length,
    new Set(group.map(({ user }) => user)).size,
  ])
}

function sorted(rows: readonly (readonly (string | number)[])[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

/** Days and hours as the engine writes them. */
interface Calendar {
  readonly zone: string
  readonly dayOf: (time: number) => number
  readonly hourOf: (time: number) => string
}

const calendar: fc.Arbitrary<Calendar> = fc
  .constantFrom('UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Pago_Pago')
  .map((zone) => {
    const days = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
    const hours = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit' })
    return { zone, dayOf: (time) => parseDay(days.format(time)) ?? 0, hourOf: (time) => hours.format(time) }
  })

async function openWorld({ zone }: Calendar): Promise<AnalyticsWorld> {
  const world = await AnalyticsWorld.open()
  await world.analytics.updateSettings(world.project, { timeZone: zone })
  return world
}

const counts = [{ name: 'eventCount' }, { name: 'activeUsers' }]
const plans = { runs: { numRuns: 8 } }

describe('whatever order events come in, late, again and over restarts', () => {
  it('reports are what adding up the events themselves comes to', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(acts, calendar, async (all, own) => {
        await using world = await openWorld(own)
        const { dayOf, hourOf } = own
        const date = (time: number): string => formatDay(dayOf(time)).replaceAll('-', '')
        const happened = await perform(world, all)
        const dateRanges = [{ startDate: '12daysAgo', endDate: '2daysAgo' }]
        const by = async (...dimensions: string[]) =>
          sorted(await world.report({ dateRanges, dimensions: dimensions.map((name) => ({ name })), metrics: counts }))
        const today = dayOf(world.nowMs)
        const inRange = happened.filter(({ time }) => dayOf(time) >= today - 12 && dayOf(time) <= today - 2)

        expect(await by('date', 'eventName')).toEqual(sorted(countBy(inRange, (e) => [date(e.time), e.name])))
        expect(await by('countryId')).toEqual(sorted(countBy(inRange, (e) => [e.country])))
        expect(await by('platform')).toEqual(sorted(countBy(inRange, (e) => [e.app.includes('web') ? 'web' : 'iOS'])))
        expect(await by('dateHour')).toEqual(sorted(countBy(inRange, (e) => [date(e.time) + hourOf(e.time)])))
        expect(await by('customUser:plan', 'eventName')).toEqual(sorted(countBy(inRange, (e) => [e.plan, e.name])))
        const method = (e: Happened) => (Object.hasOwn(e.params, 'method') ? [String(e.params['method'])] : undefined)
        expect(await by('customEvent:method')).toEqual(sorted(countBy(inRange, method)))
        // Two that are kept: read from the events.
        expect(await by('countryId', 'customUser:plan')).toEqual(sorted(countBy(inRange, (e) => [e.country, e.plan])))

        const value = (e: Happened): number => Number(e.params['value'] ?? 0)
        const sum = (read: (one: Happened) => number): number => happened.reduce((total, one) => total + read(one), 0)
        const metrics = [
          'eventValue',
          'userEngagementDuration',
          'sessions',
          'customEvent:value',
          'eventCount',
          'activeUsers',
        ]
        const [totals = []] = await world.report({ metrics: metrics.map((name) => ({ name })), keepEmptyRows: true })
        expect(totals).toEqual(
          happened.length === 0
            ? []
            : [
                sum(value),
                Math.round(sum(({ engagementMs }) => engagementMs) / 1000),
                happened.filter(({ name }) => name === 'session_start').length,
                sum(value),
                happened.length,
                new Set(happened.map(({ user }) => user)).size,
              ],
        )
      }),
      plans.runs,
    )
  })

  it('users of days, weeks and months, and cohorts, are what their events say', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(acts, calendar, async (all, { zone, ...rest }) => {
        await using world = await openWorld({ zone, ...rest })
        const { dayOf } = rest
        const happened = await perform(world, all)
        const today = dayOf(world.nowMs)
        const days = new Map<string, Set<number>>()
        for (const { user, time } of happened) days.set(user, (days.get(user) ?? new Set()).add(dayOf(time)))
        const active = (first: number, last: number): number =>
          [...days.values()].filter((own) => [...own].some((day) => day >= first && day <= last)).length

        const metrics = ['active1DayUsers', 'active7DayUsers', 'active28DayUsers'].map((name) => ({ name }))
        const rows = await world.report({ dimensions: [{ name: 'date' }], metrics, keepEmptyRows: true })
        expect(rows).toHaveLength(61)
        for (const [text, ...found] of rows) {
          const day =
            Date.parse(`${String(text).slice(0, 4)}-${String(text).slice(4, 6)}-${String(text).slice(6)}`) / DAY_MS
          expect(found, String(text)).toEqual([1, 7, 28].map((length) => active(day - length + 1, day)))
        }

        for (const unit of ['day', 'week'] as const) {
          const unitOf = unit === 'day' ? (day: number) => day : weekOf
          const first = today - 40
          const retention = await world.analytics.readRetention('demo-app', {
            unit,
            first,
            last: today,
            app: undefined,
          })
          const users = [...days.values()].map((own) => new Set([...own].map(unitOf)))
          for (const cohort of retention.cohorts) {
            const own = Date.parse(cohort.start) / DAY_MS
            expect(unitOf(own)).toBe(unit === 'week' ? weekOf(own) : own)
            if (unit === 'week') expect(own).toBe(firstDayOfWeek(weekOf(own)))
            const members = users.filter((units) => Math.min(...units) === unitOf(own))
            expect(cohort.users).toBe(members.length)
            expect(cohort.active).toEqual(
              cohort.active.map((_count, offset) => members.filter((units) => units.has(unitOf(own) + offset)).length),
            )
          }
          expect(retention.total.users).toBe(days.size)
        }
      }),
      plans.runs,
    )
  })

  it('funnels are what trying every way through the events finds', { timeout: 120_000 }, async () => {
    interface Wanted {
      readonly eventName: string
      readonly param?: string
      readonly isRight?: (value: string) => boolean
    }
    const wanted = fc.constantFrom<Wanted>(
      { eventName: 'page_view' },
      { eventName: 'sign_up' },
      { eventName: 'purchase' },
      { eventName: 'purchase', param: 'value', isRight: (value) => Number(value) >= 20 },
      { eventName: 'sign_up', param: 'method', isRight: (value) => value === 'mail' },
      { eventName: 'page_view', param: 'method', isRight: (value) => value === '' },
    )
    const funnel = fc.record({
      steps: fc.array(wanted, { minLength: 2, maxLength: 4 }),
      windowDays: fc.constantFrom(1, 5, 30),
    })
    await fc.assert(
      fc.asyncProperty(acts, calendar, funnel, async (all, days, { steps, windowDays }) => {
        await using world = await openWorld(days)
        const { dayOf } = days
        const happened = await perform(world, all)
        const first = dayOf(world.nowMs) - 15
        const last = dayOf(world.nowMs) - 3
        const windowMs = windowDays * DAY_MS
        const longest = (own: readonly Happened[]): number => {
          const from = (step: number, after: number, begun: number): number => {
            let best = step
            if (step === steps.length) return best
            const { eventName, param = '', isRight } = steps[step] as Wanted
            for (const [index, { name, params, time }] of own.entries()) {
              if (index <= after || name !== eventName || isRight?.(String(params[param] ?? '')) === false) continue
              const start = step === 0 ? time : begun
              if (step === 0 && (dayOf(time) < first || dayOf(time) > last)) continue
              if (time - start <= windowMs) best = Math.max(best, from(step + 1, index, start))
            }
            return best
          }
          return from(0, -1, 0)
        }
        const users = new Map<string, Happened[]>()
        for (const one of happened) users.set(one.user, [...(users.get(one.user) ?? []), one])
        const reached = [...users.values()].map((own) => longest(own.toSorted((a, b) => a.time - b.time)))

        const found = await world.analytics.runFunnel('demo-app', {
          steps: steps.map(({ eventName, param = '', isRight }) => ({
            eventName,
            name: eventName,
            filter: isRight && { kind: 'field', field: param, matches: isRight },
          })),
          first,
          last,
          windowSeconds: windowMs / 1000,
          app: undefined,
        })
        expect(found.steps.map(({ users: count }) => count)).toEqual(
          steps.map((_step, index) => reached.filter((length) => length > index).length),
        )
      }),
      plans.runs,
    )
  })
})
