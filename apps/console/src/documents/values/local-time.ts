import { formatTimestamp, parseTimestamp } from './timestamp.ts'

/** A timestamp on the clock of this machine, with its distance to UTC and all its digits: `2026-11-20 10:14:03.120 +01`. */
export function formatLocalTime(timestamp: string): string {
  const { seconds, nanoseconds } = parseTimestamp(timestamp)
  const ahead = -new Date(seconds * 1000).getTimezoneOffset()
  const shown = new Date((seconds + ahead * 60) * 1000)
  // Where the calendar leaves the years that have four digits.
  if (!(shown.getUTCFullYear() >= 1 && shown.getUTCFullYear() <= 9999)) return timestamp
  const wall = formatTimestamp(seconds + ahead * 60, nanoseconds)
    .slice(0, -1)
    .replace('T', ' ')
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
