import { expect, test } from 'vitest'
import { cohortLines, cohortsShown, hasCutWeeks } from './cohorts.ts'
import type { Retention } from './queries/analytics-queries.ts'

function retentionOf(cohorts: Retention['cohorts']): Retention {
  return {
    unit: 'week',
    cohorts,
    total: { users: cohorts.reduce((sum, { users }) => sum + users, 0), active: [], of: [] },
  }
}

const cohort = (start: string, ...active: number[]) => ({ start, users: active[0] ?? 0, active })
const weeks = retentionOf([cohort('2026-11-02', 0, 0, 0), cohort('2026-11-09', 3, 1), cohort('2026-11-16', 0)])

test('nothing is shown from before somebody was new, and a unit without anybody new after', () => {
  expect(cohortsShown(weeks).map(({ start }) => start)).toEqual(['2026-11-09', '2026-11-16'])
  expect(cohortsShown(retentionOf([cohort('2026-11-09', 0)]))).toEqual([])
})

test('of many cohorts the latest are shown', () => {
  const days = Array.from({ length: 365 }, (_, at) => cohort(`day ${at}`, 1))
  const shown = cohortsShown(retentionOf(days))
  expect(shown).toHaveLength(60)
  expect(shown.at(-1)?.start).toBe('day 364')
})

test('weeks that begin before a range or end after it are told', () => {
  expect(hasCutWeeks(weeks, 'week', { start: '2026-11-02', end: '2026-11-22' })).toBe(false)
  expect(hasCutWeeks(weeks, 'week', { start: '2026-11-03', end: '2026-11-22' })).toBe(true)
  expect(hasCutWeeks(weeks, 'week', { start: '2026-11-02', end: '2026-11-21' })).toBe(true)
  expect(hasCutWeeks(weeks, 'day', { start: '2026-11-03', end: '2026-11-21' })).toBe(false)
  expect(hasCutWeeks(retentionOf([]), 'week', { start: '2026-11-03', end: '2026-11-21' })).toBe(false)
})

test('the CSV has the users of each cohort, and says of which range where two are compared', () => {
  const before = retentionOf([cohort('2026-10-19', 4, 2, 1)])
  expect(cohortLines(weeks, undefined, 'week')).toEqual([
    ['First seen in the week of', 'Users', 'Week 0', 'Week 1'],
    ['2026-11-09', 3, 3, 1],
    ['2026-11-16', 0, 0, ''],
  ])
  expect(cohortLines(weeks, before, 'week')).toEqual([
    ['Range', 'First seen in the week of', 'Users', 'Week 0', 'Week 1', 'Week 2'],
    ['these days', '2026-11-09', 3, 3, 1, ''],
    ['these days', '2026-11-16', 0, 0, '', ''],
    ['compared', '2026-10-19', 4, 4, 2, 1],
  ])
})
