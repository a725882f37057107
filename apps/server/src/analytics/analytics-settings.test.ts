import { expect, it } from 'vitest'
import { keptSince } from './analytics-settings.ts'

it.each([
  ['2026-11-20', 1, '2026-10-20'],
  ['2026-01-15', 2, '2025-11-15'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2028-03-31', 1, '2028-02-29'],
  ['2026-12-31', 1, '2026-11-30'],
  ['2026-01-31', 14, '2024-11-30'],
  ['2028-02-29', 12, '2027-02-28'],
])('on %s events of %i months are kept since %s', (today, retentionMonths, since) => {
  const nowMs = Date.parse(`${today}T17:30:00Z`)
  expect(new Date(keptSince({ retentionMonths, timeZone: 'UTC' }, nowMs)).toISOString()).toBe(`${since}T00:00:00.000Z`)
})
