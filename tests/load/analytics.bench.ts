/**
 * Events taken in, next to a bare handler that parses and appends them as durably; and reports of 30 days over 5 million events. These are
 * rolled up by the code of the server, without their log: what reports read is the same.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemRandom } from '../../apps/server/src/lib/ambient.ts'
import { Analytics } from '../../apps/server/src/analytics/analytics.ts'
import { ActivityRecords } from '../../apps/server/src/analytics/roll-up/activity-records.ts'
import { Catalog } from '../../apps/server/src/analytics/roll-up/catalog.ts'
import { CountryGuess } from '../../apps/server/src/analytics/roll-up/country-guess.ts'
import { rollUpChanges } from '../../apps/server/src/analytics/roll-up/roller.ts'
import { Tally } from '../../apps/server/src/analytics/roll-up/tally.ts'
import { TimeZone } from '../../apps/server/src/analytics/time-zone.ts'
import type { ProjectStore } from '../../apps/server/src/persistence/persistence.ts'
import { SqlitePersistence } from '../../apps/server/src/persistence/sqlite/sqlite-persistence.ts'
import { decodeReport } from '../../apps/server/src/protocols/report-messages/decode-report.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { appOfEvents, eventDays } from './analytics-events.ts'
import { startBareServer } from './bare-server.ts'
import { measureRate, postRequest } from './http-load.ts'
import { note, report } from './report.ts'

const clients = 64
const rounds = 3
const roundMs = 3_000
const eventsPerBatch = 25
const events = Number(process.env['HEARTH_BENCH_EVENTS'] ?? 5_000_000)
const batchesPerTally = 2_000
const utc = TimeZone.of('UTC')

await measureIntake()
await measureReports()

async function measureIntake(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-bare-'))
  {
    await using server = await SpawnedServer.start({ mode: 'dev' })
    await using bare = await startBareServer({ kind: 'append', folder })
    const measurementId = await measurementIdOf(server.origin)
    const request = (sequence: number) => postRequest('/hearth/v1/collect', bodyOf(measurementId, sequence))
    const measured: number[] = []
    const floor: number[] = []
    await measureRate({ port: server.port, request, status: 204 }, clients, roundMs)
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await measureRate({ port: bare.port, request }, clients, roundMs))
      measured.push(await measureRate({ port: server.port, request, status: 204 }, clients, roundMs))
    }
    const name = `events taken in, ${eventsPerBatch} a batch, ${clients} clients`
    const [own, least] = [median(measured) * eventsPerBatch, median(floor) * eventsPerBatch]
    report({ name, unit: 'events/s', measured: own, floor: least, goal: 0.5 })
  }
  await rm(folder, { recursive: true, force: true })
}

/** As the client helper sends it. */
function bodyOf(measurementId: string, sequence: number): string {
  const now = Date.now()
  return JSON.stringify({
    measurementId,
    clientId: `client-${sequence % 5_000}`,
    userProperties: { plan: 'free' },
    sessionId: '1800000000',
    sessionNumber: 2,
    sentAt: now,
    device: { language: 'en-GB', timeZone: 'Europe/London' },
    events: Array.from({ length: eventsPerBatch }, (_none, index) => ({
      id: `${sequence}-${index}`,
      name: index % 5 === 0 ? 'page_view' : 'select_item',
      params: { item_id: `sku-${index}`, page_title: 'A product of some length', value: index },
      engagementMs: 1200,
      time: now - index,
    })),
  })
}

async function measurementIdOf(origin: string): Promise<string> {
  const address = `${origin}/v1alpha/projects/-/apps/1:1:web:any/webConfig`
  const response = await fetch(address, { headers: { 'x-goog-api-key': 'demo-app' } })
  return ((await response.json()) as { measurementId: string }).measurementId
}

async function measureReports(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-reports-'))
  const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
  const store = await persistence.openProject('demo-app')
  const startedAt = performance.now()
  await rollUp(store)
  const seconds = (performance.now() - startedAt) / 1_000
  note(
    `Rolled up ${events.toLocaleString('en')} events of 30 days, ${Math.round(events / seconds).toLocaleString('en')} a second.`,
  )

  const analytics = new Analytics({
    mode: 'start',
    isReserveReached: async () => false,
    storeOf: async () => store,
    listApps: async () => [appOfEvents],
    clock: systemClock,
    random: systemRandom,
    log: { info() {}, warn() {}, error: (_fields, message) => note(message) },
  })
  const names = (...all: string[]) => all.map((name) => ({ name }))
  const reports = {
    'events with users': { dimensions: names('eventName'), metrics: names('eventCount', 'activeUsers') },
    'events by day with users': { dimensions: names('date', 'eventName'), metrics: names('eventCount', 'activeUsers') },
    'countries with users': { dimensions: names('country'), metrics: names('eventCount', 'activeUsers') },
    'countries by day with users': {
      dimensions: names('date', 'country'),
      metrics: names('eventCount', 'activeUsers'),
    },
    'pages with users': { dimensions: names('pagePath'), metrics: names('screenPageViews', 'activeUsers') },
    'users of days, weeks, months': {
      dimensions: names('date'),
      metrics: names('active1DayUsers', 'active7DayUsers', 'active28DayUsers'),
    },
  }
  for (const [what, request] of Object.entries(reports)) {
    const dateRanges = [{ startDate: '29daysAgo', endDate: 'today' }]
    const times: number[] = []
    for (let round = 0; round < 2 * rounds; round += 1) {
      const askedAt = performance.now()
      await analytics.runReport(
        'demo-app',
        decodeReport({ ...request, dateRanges }, undefined, await analytics.today('demo-app')),
      )
      times.push(performance.now() - askedAt)
    }
    report({ name: `report of 30 days: ${what}`, unit: 'ms', measured: median(times), goal: 300 })
  }
  await analytics.close()
  await persistence.close()
  await rm(folder, { recursive: true, force: true })
}

async function rollUp(store: ProjectStore): Promise<void> {
  const guessCountry = await new CountryGuess().load()
  const catalog = new Catalog()
  const activity = new ActivityRecords()
  const endMs = Date.now()
  for (const day of eventDays({ count: events, days: 30, endMs, users: 40_000 })) {
    for (let from = 0; from < day.length; from += batchesPerTally) {
      const tally = new Tally({ catalog, guessCountry, realtimeSince: endMs })
      for (const batch of day.slice(from, from + batchesPerTally)) tally.add(batch, utc)
      await store.commit({ records: await store.read((snapshot) => rollUpChanges(snapshot, tally, activity)) })
      activity.noteCounted(tally.userDays.values())
    }
  }
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
