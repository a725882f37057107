import { expect, it } from 'vitest'
import type { DayTrend } from '@hearth/api'
import { type ActivePeople, trendsOf } from './trends.ts'

const nobody: ActivePeople = { byDay: new Map(), now: 0, before: 0 }

function day(date: number, changes: Partial<DayTrend> = {}): DayTrend {
  return {
    day: `2026-11-${date}`,
    requestsAllowed: 10,
    requestsDenied: 1,
    documentsWritten: 3,
    levels: { users: 0, documents: 0, files: 0, storedBytes: date },
    ...changes,
  }
}

it('has the level of the last day against that of the last day before', () => {
  const { storedBytes, days } = trendsOf([day(11), day(12), day(13), day(14)], nobody, 2)
  expect(storedBytes).toEqual({ values: [13, 14], now: 14, before: 12 })
  expect(days).toEqual(['2026-11-13', '2026-11-14'])
})

it('adds up what is counted', () => {
  const { written, denied } = trendsOf([day(11), day(12, { requestsDenied: 5 }), day(13), day(14)], nobody, 2)
  expect(written).toEqual({ values: [3, 3], now: 6, before: 6 })
  expect(denied).toEqual({ values: [1, 1], now: 2, before: 6 })
})

it('counts a person once, on however many days they came', () => {
  const byDay = new Map([
    ['2026-11-13', 2],
    ['2026-11-14', 2],
  ])
  const { people, daysBefore } = trendsOf([day(12), day(13), day(14)], { byDay, now: 3, before: 4 }, 1)
  expect(people).toEqual({ values: [2], now: 3, before: 4, past: [0, 2] })
  expect(daysBefore).toEqual(['2026-11-12', '2026-11-13'])
})

it('compares nothing with days of which nothing was noted', () => {
  const { storedBytes, written } = trendsOf([day(11, { levels: undefined }), day(12)], nobody, 1)
  expect(storedBytes).toEqual({ values: [12], now: 12, before: undefined })
  expect(written.before).toBeUndefined()
})
