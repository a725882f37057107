import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_TIMESTAMP_MICROS, MIN_TIMESTAMP_MICROS, parseTimestamp } from '@hearth/model/timestamp'
import { instantOf, wallTimeOf } from './wall-time.ts'

describe('a time on the wall', () => {
  it.each([
    ['2026-11-20T09:14:03.123456Z', 'Europe/Berlin', '2026-11-20', '10:14:03.123456'],
    ['2026-11-20T23:30:00Z', '+05:30', '2026-11-21', '05:00:00'],
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01', '00:00:00'],
    ['9999-12-31T23:59:59.999999Z', 'UTC', '9999-12-31', '23:59:59.999999'],
  ])('of %s in %s is %s %s', (timestamp, zone, date, time) => {
    expect(wallTimeOf(parseTimestamp(timestamp), zone)).toEqual({ date, time, zone })
    expect(instantOf({ date, time, zone })).toEqual({ value: parseTimestamp(timestamp) })
  })

  it('is in UTC where the calendar of the zone has no year of four digits', () => {
    expect(wallTimeOf(parseTimestamp('0001-01-01T00:00:00Z'), '-05:00').zone).toBe('UTC')
    expect(wallTimeOf(parseTimestamp('9999-12-31T23:59:59Z'), '+05:00').zone).toBe('UTC')
  })

  it('is the same moment again, to the microsecond, in any zone and year', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe')
    fc.assert(
      fc.property(fc.bigInt({ min: MIN_TIMESTAMP_MICROS, max: MAX_TIMESTAMP_MICROS }), zone, (micros, name) => {
        expect(instantOf(wallTimeOf(micros, name), micros)).toEqual({ value: micros })
      }),
      { numRuns: 100 },
    )
  })

  it('stays the one of the two that it was when the clocks are set back', () => {
    const wall = { date: '2026-10-25', time: '02:30:00', zone: 'Europe/Berlin' }
    expect(instantOf(wall)).toEqual({ value: parseTimestamp('2026-10-25T00:30:00Z') })
    expect(instantOf(wall, parseTimestamp('2026-10-25T01:30:00Z'))).toEqual({
      value: parseTimestamp('2026-10-25T01:30:00Z'),
    })
  })

  it('is taken as the hour later when the clocks leave it out', () => {
    const wall = { date: '2026-03-29', time: '02:30', zone: 'Europe/Berlin' }
    expect(instantOf(wall)).toEqual({ value: parseTimestamp('2026-03-29T01:30:00Z') })
  })

  it.each([
    [{ date: '', time: '09:00', zone: 'UTC' }, /date/],
    [{ date: '2026-02-31', time: '09:00', zone: 'UTC' }, /no such day/],
    [{ date: '2026-02-01', time: '9', zone: 'UTC' }, /time of day/],
    [{ date: '2026-02-01', time: '24:00', zone: 'UTC' }, /time of day/],
    [{ date: '2026-02-01', time: '09:00', zone: 'Europe/Atlantis' }, /zone/],
    [{ date: '9999-12-31', time: '23:00', zone: '-05:00' }, /time/],
  ])('of %o is refused with what is wrong', (wall, problem) => {
    expect(instantOf(wall)).toEqual({ problem: expect.stringMatching(problem) as unknown })
  })
})
