import { describe, expect, it } from 'vitest'
import { readAnalyticsSearch } from './analytics-search.ts'
import { rangeOf } from '../../shared/reports/date-range.ts'

describe('analytics in the address', () => {
  it('leaves out what is as usual and what it can’t read', () => {
    expect(readAnalyticsSearch({ report: 'users', days: 28, metric: 'activeUsers', window: 86_400 })).toEqual({})
    expect(
      readAnalyticsSearch({ report: 'moon', days: 5, compare: 'later', steps: 'one', from: '2026-02-31' }),
    ).toEqual({})
  })

  it('prefers a range of its own to a number of days', () => {
    const search = readAnalyticsSearch({ days: 7, from: '2026-01-05', to: '2026-01-09' })
    expect(search).toEqual({ from: '2026-01-05', to: '2026-01-09' })
    expect(rangeOf(search, '1970-01-01')).toEqual({ start: '2026-01-05', end: '2026-01-09' })
  })

  it('means the last 28 days where nothing is said', () => {
    expect(rangeOf({}, '2026-01-28')).toEqual({ start: '2026-01-01', end: '2026-01-28' })
  })

  it('keeps the steps of a funnel, at most ten', () => {
    const steps = Array.from({ length: 12 }, (_, at) => `step_${at}`)
    expect(readAnalyticsSearch({ report: 'funnel', steps: [...steps, 3], window: 3600 })).toEqual({
      report: 'funnel',
      steps: steps.slice(0, 10),
      window: 3600,
    })
  })
})
