import { expect, it } from 'vitest'
import type { InstallationSummary } from './queries/devices-queries.ts'
import { appRows, dayRows } from './summary-rows.ts'

const summary: InstallationSummary = {
  apps: [
    { appId: 'web', platform: 'web', count: 2 },
    { appId: 'ios', platform: 'ios', count: 5 },
  ],
  days: [
    { date: '2026-11-19', appId: 'ios', new: 3, lost: 1 },
    { date: '2026-11-20', appId: 'ios', new: 2, lost: 0 },
    { date: '2026-11-20', appId: 'web', new: 1, lost: 4 },
  ],
  timeZone: 'UTC',
}

it('adds up each app, the one with the most devices first', () => {
  expect(appRows(summary)).toEqual([
    { appId: 'ios', platform: 'ios', count: 5, came: 5, went: 1 },
    { appId: 'web', platform: 'web', count: 2, came: 1, went: 4 },
  ])
})

it('has each day, also those on which nothing happened', () => {
  expect(dayRows(summary, 3, Date.UTC(2026, 10, 20, 23))).toEqual([
    { date: '2026-11-18', came: 0, went: 0 },
    { date: '2026-11-19', came: 3, went: 1 },
    { date: '2026-11-20', came: 3, went: 4 },
  ])
})

it('ends with the day that it is in the time zone', () => {
  const inTokyo = { ...summary, timeZone: 'Asia/Tokyo' }
  expect(dayRows(inTokyo, 2, Date.UTC(2026, 10, 19, 16)).map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-20'])
})
