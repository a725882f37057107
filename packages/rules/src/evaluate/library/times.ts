import { DurationValue, type RuleValue, type TimestampValue } from '../../values/rule-value.ts'
import { Failure } from '../failure.ts'
import { duration, instant } from '../operators.ts'
import { type Form, form } from '../signature.ts'

const NANOS_PER_SECOND = 1_000_000_000n
const NANOS_PER_DAY = 86_400n * NANOS_PER_SECOND

const UNITS: Readonly<Record<string, bigint>> = {
  w: 7n * NANOS_PER_DAY,
  d: NANOS_PER_DAY,
  h: 3_600n * NANOS_PER_SECOND,
  m: 60n * NANOS_PER_SECOND,
  s: NANOS_PER_SECOND,
  ms: 1_000_000n,
  ns: 1n,
}

/** Parts of an instant, in UTC. Seconds are those of the minute, nanoseconds those of the second. */
export const timestampMethods: Readonly<Record<string, readonly Form[]>> = {
  year: part((date) => date.getUTCFullYear()),
  month: part((date) => date.getUTCMonth() + 1),
  day: part((date) => date.getUTCDate()),
  hours: part((date) => date.getUTCHours()),
  minutes: part((date) => date.getUTCMinutes()),
  seconds: part((date) => date.getUTCSeconds()),
  /** 1 is Monday. */
  dayOfWeek: part((date) => date.getUTCDay() || 7),
  dayOfYear: part((date) => {
    const first = new Date(0)
    first.setUTCFullYear(date.getUTCFullYear(), 0, 1)
    return Math.floor((date.getTime() - first.getTime()) / 86_400_000) + 1
  }),
  nanos: [form([], (_args, _evaluation, time) => modulo(nanosOf(time), NANOS_PER_SECOND))],
  toMillis: [form([], (_args, _evaluation, time) => floorDivide(nanosOf(time), 1_000_000n))],
  date: [form([], (_args, _evaluation, time) => instant(nanosOf(time) - modulo(nanosOf(time), NANOS_PER_DAY)))],
  time: [form([], (_args, _evaluation, time) => new DurationValue(modulo(nanosOf(time), NANOS_PER_DAY)))],
}

/** Both parts have the sign of the whole. */
export const durationMethods: Readonly<Record<string, readonly Form[]>> = {
  seconds: [form([], (_args, _evaluation, length) => nanosOf(length) / NANOS_PER_SECOND)],
  nanos: [form([], (_args, _evaluation, length) => nanosOf(length) % NANOS_PER_SECOND)],
}

export const timestampFunctions: Readonly<Record<string, readonly Form[]>> = {
  value: [form(['int'], ([millis]) => instant((millis as bigint) * 1_000_000n))],
  date: [
    form(['int', 'int', 'int'], (args) => {
      const [year = 0, month = 0, day = 0] = args.map(Number)
      const date = new Date(0)
      date.setUTCFullYear(year, month - 1, day)
      const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
      if (isReal) return instant(BigInt(date.getTime()) * 1_000_000n)
      return new Failure(`Date is not valid. year: ${year}, month: ${month} day: ${day}.`)
    }),
  ],
}

export const durationFunctions: Readonly<Record<string, readonly Form[]>> = {
  value: [
    form(['int', 'string'], ([count, name]) => {
      const unit = Object.hasOwn(UNITS, name as string) ? UNITS[name as string] : undefined
      if (unit === undefined) return new Failure(`Unknown unit of a duration: ${(name as string).slice(0, 20)}.`)
      return duration((count as bigint) * unit)
    }),
  ],
  time: [
    form(['int', 'int', 'int', 'int'], (args) => {
      const [hours = 0n, minutes = 0n, seconds = 0n, nanos = 0n] = args as readonly bigint[]
      return duration((hours * 3_600n + minutes * 60n + seconds) * NANOS_PER_SECOND + nanos)
    }),
  ],
  abs: [
    form(['duration'], ([length = null]) => {
      const nanos = nanosOf(length)
      return new DurationValue(nanos < 0n ? -nanos : nanos)
    }),
  ],
}

function part(read: (date: Date) => number): readonly Form[] {
  return [
    form([], (_args, _evaluation, time) => BigInt(read(new Date(Number(floorDivide(nanosOf(time), 1_000_000n)))))),
  ]
}

function nanosOf(time: RuleValue): bigint {
  return (time as TimestampValue | DurationValue).nanos
}

function modulo(value: bigint, divisor: bigint): bigint {
  return ((value % divisor) + divisor) % divisor
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  return (value - modulo(value, divisor)) / divisor
}
