import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDay } from './days.ts'
import { TimeZone } from './time-zone.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Pago_Pago',
  'Africa/Monrovia',
  'Etc/GMT+12',
]

describe('a time zone', () => {
  it('has the days and hours that the engine writes, over changes of the clock, too', () => {
    const time = fc.oneof(
      fc.integer({ min: Date.UTC(1973, 0), max: Date.UTC(2100, 0) }),
      // The nights in which clocks change.
      fc.integer({ min: -36, max: 36 }).map((hours) => Date.UTC(2026, 10, 1, 6) + hours * 1_800_000),
      fc.integer({ min: -36, max: 36 }).map((hours) => Date.UTC(2011, 11, 30, 10) + hours * 1_800_000),
    )
    fc.assert(
      fc.property(fc.constantFrom(...zones), time, (name, at) => {
        const zone = TimeZone.of(name)
        const [date = '', hour] = new Intl.DateTimeFormat('sv-SE', {
          timeZone: name,
          dateStyle: 'short',
          timeStyle: 'short',
        })
          .format(at)
          .split(/[ :]/)
        expect(zone.dayOf(at)).toBe(parseDay(date))
        expect(zone.hourOf(at)).toBe(Number(hour))
      }),
      { numRuns: 500 },
    )
  })

  it('has days that begin when the one before is over', () => {
    const day = fc.integer({ min: parseDay('1973-01-02') ?? 0, max: parseDay('2100-01-01') ?? 0 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), day, (name, number) => {
        const zone = TimeZone.of(name)
        const start = zone.startOf(number)
        // Samoa had no 30 December 2011.
        expect(zone.dayOf(start)).toBe(
          name === 'Pacific/Apia' && number === parseDay('2011-12-30') ? number + 1 : number,
        )
        expect(zone.dayOf(start - 1)).toBe(number - 1)
      }),
      { numRuns: 500, examples: [['Pacific/Apia', parseDay('2011-12-30') ?? 0]] },
    )
  })

  it.each(['', 'Mars/Base', '+01:00', 'Europe/Berlin\n', '../etc', 'x'.repeat(70)])('is not %j', (name) => {
    expect(() => TimeZone.of(name)).toThrow(expect.objectContaining({ reason: 'INVALID_TIME_ZONE' }))
  })
})
