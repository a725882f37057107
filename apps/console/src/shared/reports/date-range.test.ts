import { describe, expect, it } from 'vitest'
import { isDay, isRange, lengthOf, comparedRange, daysOf, lastDays } from './date-range.ts'

const today = '2026-03-02'

describe('ranges of days', () => {
  it('counts today among the last days', () => {
    expect(lastDays(7, today)).toEqual({ start: '2026-02-24', end: '2026-03-02' })
    expect(lengthOf(lastDays(28, today))).toBe(28)
  })

  it('lists each day once, over the end of a month', () => {
    expect(daysOf({ start: '2026-02-27', end: '2026-03-02' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ])
  })

  it('compares with as many days right before', () => {
    expect(comparedRange({ start: '2026-02-24', end: '2026-03-02' }, 'before')).toEqual({
      start: '2026-02-17',
      end: '2026-02-23',
    })
  })

  it('compares with the same weekdays of a year before', () => {
    const { start, end } = comparedRange({ start: '2026-02-24', end: '2026-03-02' }, 'year')
    expect([start, end]).toEqual(['2025-02-25', '2025-03-03'])
    expect(new Date(start).getUTCDay()).toBe(new Date('2026-02-24').getUTCDay())
  })

  it.each(['2026-02-30', '2026-2-3', 'today', 20260203, undefined])('takes %j for no day', (text) => {
    expect(isDay(text)).toBe(false)
  })

  it('refuses ranges that end before they begin, and those that are too long', () => {
    expect(isRange({ start: '2026-03-02', end: '2026-03-02' })).toBe(true)
    expect(isRange({ start: '2026-03-02', end: '2026-03-01' })).toBe(false)
    expect(isRange({ start: '2024-01-01', end: '2026-03-01' })).toBe(false)
  })
})
