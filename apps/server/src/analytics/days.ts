/**
 * Days, weeks and minutes are whole numbers since the epoch; a day of any time zone has the number of its date. The epoch was a
 * Thursday; weeks begin on Monday.
 */
export const DAY_MS = 24 * 60 * 60_000
export const MINUTE_MS = 60_000

export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS)
}

export function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS)
}

/** The number of the week that a day is in; week 0 began on 29 December 1969. */
export function weekOf(day: number): number {
  return Math.floor((day + 3) / 7)
}

export function firstDayOfWeek(week: number): number {
  return week * 7 - 3
}

/** `2026-11-20` */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The day that `2026-11-20` names; undefined when it names none. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const timeMs = Date.parse(`${text}T00:00:00Z`)
  // `2026-02-31` is read as a day of March.
  if (Number.isNaN(timeMs) || !new Date(timeMs).toISOString().startsWith(text)) return undefined
  return timeMs / DAY_MS
}

/** `202647`: the ISO 8601 year and week of a day. Its Thursday decides which year a week belongs to. */
export function formatIsoWeek(day: number): string {
  const thursday = new Date((firstDayOfWeek(weekOf(day)) + 3) * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS))
  return `${year}${String(week).padStart(2, '0')}`
}
