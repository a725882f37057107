import { invalidArgument } from './invalid-argument.ts'

/** Years 1 to 9999, in microseconds since the epoch. */
export const MIN_TIMESTAMP_MICROS = -62_135_596_800_000_000n
export const MAX_TIMESTAMP_MICROS = 253_402_300_799_999_999n

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/

/**
 * Reads RFC 3339 (`2026-11-21T09:30:00.123456789+01:00`) as microseconds since the epoch, truncated down.
 * Throws `invalid-argument`.
 */
export function parseTimestamp(text: string): bigint {
  const match = RFC_3339.exec(text)
  if (match === null) throw invalidTimestamp('A timestamp is not in RFC 3339 form.')
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  const hours = Number(match[4])
  const minutes = Number(match[5])
  const seconds = Number(match[6])
  const offsetHours = Number(match[9] ?? 0)
  const offsetMinutes = Number(match[10] ?? 0)
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysInMonth(year, month) ||
    hours > 23 ||
    minutes > 59 ||
    seconds > 59 ||
    offsetHours > 23 ||
    offsetMinutes > 59
  ) {
    throw invalidTimestamp('A timestamp names a day or a time that does not exist.')
  }
  const offset = (offsetHours * 60 + offsetMinutes) * (match[8] === '-' ? -1 : 1)
  const epochSeconds = daysFromEpoch(year, month, day) * 86_400 + hours * 3600 + (minutes - offset) * 60 + seconds
  const fraction = match[7] === undefined ? 0 : Number(match[7].padEnd(6, '0').slice(0, 6))
  return checkTimestamp(BigInt(epochSeconds) * 1_000_000n + BigInt(fraction))
}

/** From seconds and nanoseconds (0..999,999,999), as protobuf has them. Throws `invalid-argument`. */
export function timestampOf(seconds: bigint, nanos: number): bigint {
  if (!Number.isInteger(nanos) || nanos < 0 || nanos > 999_999_999) {
    throw invalidTimestamp('The nanoseconds of a timestamp are not between 0 and 999,999,999.')
  }
  return checkTimestamp(seconds * 1_000_000n + BigInt(Math.floor(nanos / 1000)))
}

function checkTimestamp(micros: bigint): bigint {
  if (micros < MIN_TIMESTAMP_MICROS || micros > MAX_TIMESTAMP_MICROS) {
    throw invalidTimestamp('A timestamp is outside the years 1 to 9999.')
  }
  return micros
}

/** RFC 3339 in UTC with as many digits of the fraction as are needed: none, three or six. */
export function formatTimestamp(micros: bigint | number): string {
  // Milliseconds always fit a number exactly; microseconds of far years do not.
  const rest = typeof micros === 'number' ? modulo(micros, 1000) : Number(((micros % 1000n) + 1000n) % 1000n)
  const milliseconds = typeof micros === 'number' ? (micros - rest) / 1000 : Number((micros - BigInt(rest)) / 1000n)
  const ofSecond = modulo(milliseconds, 1000)
  const second = formatSecond((milliseconds - ofSecond) / 1000)
  if (rest !== 0) return `${second}.${threeDigits[ofSecond]}${threeDigits[rest]}Z`
  return ofSecond === 0 ? `${second}Z` : `${second}.${threeDigits[ofSecond]}Z`
}

/** `2026-11-21T09:30:00`; a query's answer holds two of these for each document, which `Date` would make most of its cost. */
function formatSecond(epochSeconds: number): string {
  const ofDay = modulo(epochSeconds, 86_400)
  const hours = Math.floor(ofDay / 3600)
  const ofHour = ofDay - hours * 3600
  const minutes = Math.floor(ofHour / 60)
  const day = formatDay((epochSeconds - ofDay) / 86_400)
  return `${day}T${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[ofHour - minutes * 60]}`
}

/** Of days since 1970-01-01; most timestamps that a server writes one after the other are of the same few days. */
function formatDay(daysSinceEpoch: number): string {
  if (daysSinceEpoch !== lastDay) {
    lastDayText = dateOf(daysSinceEpoch)
    lastDay = daysSinceEpoch
  }
  return lastDayText
}

let lastDay = Number.NaN
let lastDayText = ''

/** Days since 1970-01-01 as a date: the other way round than `daysFromEpoch`. */
function dateOf(daysSinceEpoch: number): string {
  const days = daysSinceEpoch + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${twoDigits[month]}-${twoDigits[day]}`
}

const twoDigits = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
const threeDigits = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'))

/** Never negative. Exact for whole numbers; `%` of numbers beyond 32 bits is a slow loop. */
function modulo(n: number, divisor: number): number {
  return n - Math.floor(n / divisor) * divisor
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar, counting years from March so that leap days come last. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function invalidTimestamp(message: string): Error {
  return invalidArgument('INVALID_VALUE', message)
}
