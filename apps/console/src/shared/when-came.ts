import { formatHour, formatMoment, formatTime } from '../texts/format.ts'

/** When something came: `09:13:58` of today, `22 Nov, 09:13` of another day. Milliseconds since the epoch. */
export function whenCame(at: number, now: number): string {
  return isSameDay(at, now) ? formatTime(at) : formatMoment(BigInt(at) * 1000n, false)
}

/** The same to the minute: `08:40`, `22 Nov, 08:40`. */
export function whenToTheMinute(at: number, now: number): string {
  return isSameDay(at, now) ? formatHour(at) : formatMoment(BigInt(at) * 1000n, false)
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}
