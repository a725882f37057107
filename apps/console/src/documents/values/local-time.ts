import { formatTimestamp, MAX_TIMESTAMP_MICROS, MIN_TIMESTAMP_MICROS } from '@hearth/model/timestamp'

const minute = 60_000_000n

/** A timestamp on the clock of this machine, with its distance to UTC and all its digits: `2026-11-20 10:14:03.120 +01`. */
export function formatLocalTime(micros: bigint): string {
  const ahead = -new Date(Number(micros / 1000n)).getTimezoneOffset()
  const shown = micros + BigInt(ahead) * minute
  // Where the calendar leaves the years that have four digits.
  if (shown < MIN_TIMESTAMP_MICROS || shown > MAX_TIMESTAMP_MICROS) return formatTimestamp(micros)
  const wall = formatTimestamp(shown).slice(0, -1).replace('T', ' ')
  return `${wall} ${formatOffset(ahead)}`
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${twoDigits(size % 60)}`
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}${rest}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
