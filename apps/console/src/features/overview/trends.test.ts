import { expect, it } from 'vitest'
import { type Day, trendsOf } from './trends.ts'

function day(date: number, changes: Partial<Day> = {}): Day {
  return {
    day: `2026-11-${date}`,
    requestsAllowed: 10,
    requestsDenied: 1,
    documentsWritten: 0,
    events: 3,
    levels: { users: date, documents: 0, files: 0, storedBytes: 0 },
    ...changes,
  }
}

it('has the level of the last day against that of the last day before', () => {
  const { users, days } = trendsOf([day(11), day(12), day(13), day(14)], 2)
  expect(users).toEqual({ values: [13, 14], now: 14, before: 12 })
  expect(days).toEqual(['2026-11-13', '2026-11-14'])
})

it('adds up what is counted', () => {
  const { requests, denied, events } = trendsOf([day(11), day(12, { requestsDenied: 5 }), day(13), day(14)], 2)
  expect(requests).toEqual({ values: [11, 11], now: 22, before: 26 })
  expect(denied).toEqual({ values: [1, 1], now: 2, before: 6 })
  expect(events).toEqual({ values: [3, 3], now: 6, before: 6 })
})

it('compares nothing with days of which nothing was noted', () => {
  const { users, requests } = trendsOf([day(11, { levels: undefined }), day(12, { levels: undefined }), day(13)], 1)
  expect(users).toEqual({ values: [13], now: 13, before: undefined })
  expect(requests.before).toBeUndefined()
})
