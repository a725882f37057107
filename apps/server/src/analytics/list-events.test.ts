import { expect, test } from 'vitest'
import { analyticsApps, AnalyticsWorld } from '../testing/analytics-world.ts'
import { parseDay } from './days.ts'

const listing = { pageSize: 50, pageToken: undefined, after: undefined, eventName: undefined, clientId: undefined }

async function clientsOf(world: AnalyticsWorld, filter: object): Promise<string[]> {
  const { events } = await world.analytics.list('demo-app', { ...listing, ...filter })
  return events.map(({ clientId }) => clientId)
}

function days(start: string, end: string): { readonly days: { readonly first: number; readonly last: number } } {
  return { days: { first: parseDay(start) ?? 0, last: parseDay(end) ?? 0 } }
}

/** An event in each hour around the midnight between the 20th and the 21st of November in New York, five hours behind UTC. */
async function openNight(): Promise<AnalyticsWorld> {
  const world = await AnalyticsWorld.open()
  await world.analytics.updateSettings('demo-app', { timeZone: 'America/New_York' })
  for (const [at, hour] of [3, 4, 5, 6].entries()) {
    world.nowMs = Date.UTC(2026, 10, 21, hour)
    await world.collect({ clientId: `at-${hour}`, events: [{ name: 'login', params: {} }] }, at % 2)
  }
  return world
}

test('the log is narrowed to the days on which events arrived, in the time zone of the project', async () => {
  await using world = await openNight()
  expect(await clientsOf(world, {})).toEqual(['at-6', 'at-5', 'at-4', 'at-3'])
  expect(await clientsOf(world, days('2026-11-20', '2026-11-20'))).toEqual(['at-4', 'at-3'])
  expect(await clientsOf(world, days('2026-11-21', '2026-11-21'))).toEqual(['at-6', 'at-5'])
  expect(await clientsOf(world, days('2026-11-19', '2026-11-22'))).toHaveLength(4)
  expect(await clientsOf(world, days('2026-11-22', '2026-12-01'))).toEqual([])
})

test('pages of a range go on within it, and what came since begins at its first day', async () => {
  await using world = await openNight()
  const range = days('2026-11-20', '2026-11-20')
  const first = await world.analytics.list('demo-app', { ...listing, ...range, pageSize: 1 })
  expect(first.events.map(({ clientId }) => clientId)).toEqual(['at-4'])
  expect(await clientsOf(world, { ...range, pageToken: first.nextPageToken })).toEqual(['at-3'])
  const [oldest] = (await world.analytics.list('demo-app', { ...listing, ...range })).events.slice(-1)
  const after = oldest?.id.split('-')[0]
  expect(await clientsOf(world, { ...range, after })).toEqual(['at-4'])
  expect(await clientsOf(world, { ...days('2026-11-21', '2026-11-21'), after })).toEqual(['at-6', 'at-5'])
})

test('the log is narrowed to one app', async () => {
  await using world = await openNight()
  expect(await clientsOf(world, { appId: analyticsApps[1]?.appId })).toEqual(['at-6', 'at-4'])
  expect(await clientsOf(world, { appId: 'none' })).toEqual([])
})
