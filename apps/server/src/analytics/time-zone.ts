import { StatusError } from '@hearth/model'
import { DAY_MS, dayOf } from './days.ts'

/** Offsets of all zones since 1972 change at quarters of an hour. */
const QUARTER_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000
/** A year of quarters; more at once begins anew. */
const KNOWN_MAX = 36_000

/** The days and hours of the people in an IANA time zone, such as `Europe/Berlin`. A day has the number that its date has in UTC. */
export class TimeZone {
  readonly name: string
  readonly #format: Intl.DateTimeFormat
  /** What is added to UTC, in milliseconds, by the quarter of an hour. */
  readonly #offsets = new Map<number, number>()

  private constructor(name: string) {
    this.name = name
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  }

  /** Throws `invalid-argument`/`INVALID_TIME_ZONE`. */
  static of(name: string): TimeZone {
    const known = zones.get(name)
    if (known !== undefined) return known
    // `+01:00` is taken by the engine and is no place.
    if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name) || name.length > 64) throw invalid()
    let zone: TimeZone
    try {
      zone = new TimeZone(name)
    } catch (cause) {
      if (cause instanceof RangeError) throw invalid()
      throw cause
    }
    if (zones.size >= ZONES_MAX) zones.clear()
    zones.set(name, zone)
    return zone
  }

  /** The number of the day, as in `days.ts`. */
  dayOf(timeMs: number): number {
    return dayOf(timeMs + this.#offsetAt(timeMs))
  }

  /** 0 to 23. */
  hourOf(timeMs: number): number {
    const local = timeMs + this.#offsetAt(timeMs)
    return Math.floor((local - dayOf(local) * DAY_MS) / HOUR_MS)
  }

  /** When a day begins, in milliseconds since the epoch; where clocks leave its midnight out, the moment after. */
  startOf(day: number): number {
    // No zone is further from UTC than this, and clocks change at quarters of an hour.
    let [before, since] = [day * DAY_MS - 18 * HOUR_MS, day * DAY_MS + 18 * HOUR_MS]
    while (since - before > QUARTER_MS) {
      const between = before + QUARTER_MS * Math.floor((since - before) / (2 * QUARTER_MS))
      if (this.dayOf(between) >= day) since = between
      else before = between
    }
    return since
  }

  #offsetAt(timeMs: number): number {
    if (this.name === 'UTC') return 0
    const quarter = Math.floor(timeMs / QUARTER_MS)
    let offset = this.#offsets.get(quarter)
    if (offset === undefined) {
      if (this.#offsets.size >= KNOWN_MAX) this.#offsets.clear()
      offset = offsetIn(this.#format.formatToParts(quarter * QUARTER_MS))
      this.#offsets.set(quarter, offset)
    }
    return offset
  }
}

const ZONES_MAX = 200
const zones = new Map<string, TimeZone>()

/** `GMT+05:45`, `GMT-03:30:52` before there were zones, or `GMT`. */
function offsetIn(parts: readonly Intl.DateTimeFormatPart[]): number {
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const size = Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1000
  return sign === '-' ? -size : size
}

function invalid(): StatusError {
  return new StatusError(
    'invalid-argument',
    'INVALID_TIME_ZONE',
    'A time zone has a name such as Europe/Berlin or UTC.',
  )
}
