import { formatTimestamp, MAX_TIMESTAMP_MICROS, MIN_TIMESTAMP_MICROS } from '@hearth/model/timestamp'
import { valueTexts } from '../../texts/en/data-values.ts'
import { namesNoDay } from './written-time.ts'
import type { Parsed } from './value-text.ts'

/** A time as a calendar and a clock show it somewhere. */
export interface WallTime {
  /** `2026-11-20`. */
  readonly date: string
  /** `09:14:03`, with up to nine digits behind the second. */
  readonly time: string
  /** `UTC`, an offset such as `+01:00`, or a name such as `Europe/Berlin`. */
  readonly zone: string
}

const clock = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/
const offset = /^([+-])(\d\d):?(\d\d)$/
const daySeconds = 86_400
const secondMicros = 1_000_000n

/** Of microseconds since the epoch. Where the calendar leaves the years that have four digits, it is told in UTC. */
export function wallTimeOf(micros: bigint, zone: string): WallTime {
  const local = micros + BigInt(offsetAt(zone, secondsOf(micros)) ?? 0) * secondMicros
  if (!isHeld(local)) return wallTimeOf(micros, 'UTC')
  const [date = '', time = ''] = formatTimestamp(local).slice(0, -1).split('T')
  return { date, time, zone }
}

/**
 * The moment of a wall time, in microseconds since the epoch.
 *
 * @param near which of two it is when the clocks are set back; the first without one
 */
export function instantOf({ date, time, zone }: WallTime, near?: bigint): Parsed<bigint> {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return { problem: valueTexts.notDate }
  if (namesNoDay(`${date}T00:00:00Z`)) return { problem: valueTexts.noSuchDay }
  const [, hour = '', minute = '', second = '00', fraction = ''] = clock.exec(time.trim()) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return { problem: valueTexts.notClock }
  }
  const local = Date.parse(`${date}T${hour.padStart(2, '0')}:${minute}:${second}Z`) / 1000
  const seconds = instantAt(local, zone, near)
  if (seconds === undefined) return { problem: valueTexts.notZone }
  const micros = BigInt(seconds) * secondMicros + BigInt(fraction.padEnd(6, '0').slice(0, 6))
  return isHeld(micros) ? { value: micros } : { problem: valueTexts.notTimestamp }
}

function isHeld(micros: bigint): boolean {
  return micros >= MIN_TIMESTAMP_MICROS && micros <= MAX_TIMESTAMP_MICROS
}

/** Whole seconds, never later than the moment. */
function secondsOf(micros: bigint): number {
  return Math.floor(Number(micros / 1000n) / 1000)
}

let zones: readonly string[] | undefined

/** Zones by name that this browser knows, UTC and the one of this machine first. Takes some milliseconds, once. */
export function knownZones(): readonly string[] {
  zones ??= [...new Set([localZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return zones
}

export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A moment that a clock in the zone shows so; the hour that is left out in spring counts as the one after it. */
function instantAt(local: number, zone: string, near: bigint | undefined): number | undefined {
  const before = offsetAt(zone, local - daySeconds)
  const after = offsetAt(zone, local + daySeconds)
  if (before === undefined || after === undefined) return undefined
  const shown = [local - before, local - after].filter((one) => one + (offsetAt(zone, one) ?? 0) === local)
  const wanted = near === undefined ? Math.min(...shown) : secondsOf(near)
  const [nearest] = shown.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))
  return nearest ?? local - before
}

/** How many seconds the clocks of a zone are ahead of UTC at a moment; undefined where there is no such zone. */
function offsetAt(zone: string, seconds: number): number | undefined {
  const name = zone.trim()
  if (/^(utc|gmt|z)$/i.test(name)) return 0
  const [, sign, hours, minutes] = offset.exec(name) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
  const parts = formatOf(name)?.formatToParts(seconds * 1000)
  if (parts === undefined) return undefined
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)?.value)
  const isBefore = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'))
  const shown = new Date(0)
  shown.setUTCFullYear(isBefore ? 1 - part('year') : part('year'), part('month') - 1, part('day'))
  shown.setUTCHours(part('hour'), part('minute'), part('second'))
  return shown.getTime() / 1000 - seconds
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric' as const
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      era: 'short',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
  } catch {
    // There is no zone of this name.
    return undefined
  }
}
