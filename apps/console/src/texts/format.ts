import { formatLocale } from './language.ts'
import { spokenLanguage } from './in-language.ts'

const locale = formatLocale(spokenLanguage())
const number = new Intl.NumberFormat(locale)
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const list = new Intl.ListFormat(locale, { type: 'disjunction' })
const names = new Intl.DisplayNames(formatLocale(spokenLanguage()), { type: 'language' })

/** Of which one may be meant: `status, total or paid`. */
export function formatChoices(words: readonly string[]): string {
  return list.format(words)
}

const share = new Intl.NumberFormat(locale, { style: 'percent' })

/** A part of one in whole percent. */
export function formatShare(value: number): string {
  return share.format(value)
}

export function formatNumber(value: number): string {
  return number.format(value)
}

/** A moment in the reader's own zone; `milliseconds` since the epoch. */
export function formatDateTime(milliseconds: number): string {
  return dateTime.format(milliseconds)
}

/** A day in the reader's own zone: `14 Mar 2025`. */
export function formatDate(milliseconds: number): string {
  return date.format(milliseconds)
}

/** Without its seconds: `09:14`. */
export function formatHour(milliseconds: number): string {
  return hour.format(milliseconds)
}

export function formatTime(milliseconds: number): string {
  return time.format(milliseconds)
}

const moments = {
  local: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  utc: new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }),
}
const momentsOfYears = {
  local: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
  utc: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
}

/** A timestamp in microseconds to the minute, with its year where that is another one: `22 Nov, 09:14`, `3 Jan 2024, 18:00`. */
export function formatMoment(micros: bigint, isUtc: boolean): string {
  const zone = isUtc ? 'utc' : 'local'
  const moment = new Date(Number(micros / 1000n))
  const isThisYear = moment.getFullYear() === new Date().getFullYear()
  return (isThisYear ? moments : momentsOfYears)[zone].format(moment)
}

const wholeFigure = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const tenthFigure = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

const hundredthFigure = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** With two digits behind the point: `0.62`. */
export function formatHundredths(value: number): string {
  return hundredthFigure.format(value)
}

/** Bytes in binary units, three figures at most: `0 B`, `1.2 MiB`, `18.4 GiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const shown = unit === 0 || value >= 100 ? wholeFigure : tenthFigure
  return `${shown.format(value)} ${units[unit]}`
}

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** How long ago, or in how long: `3 minutes ago`, `yesterday`, `in 2 hours`, `now`. */
export function formatRelative(milliseconds: number, now: number): string {
  const seconds = Math.round((milliseconds - now) / 1000)
  for (const [unit, length] of steps) {
    // What was, was so long ago at least; what is to come is as near as it can be said: a week that began a minute ago is one.
    const count = seconds / length
    if (Math.abs(count) >= 1) return relative.format(count < 0 ? Math.trunc(count) : Math.round(count), unit)
  }
  return Math.abs(seconds) < 10 ? relative.format(0, 'second') : relative.format(seconds, 'second')
}

/** A moment that is known to the day: `today`, `yesterday`, `3 weeks ago`. Milliseconds since the epoch. */
export function formatDay(milliseconds: number, now: number): string {
  const dayMs = 86_400_000
  return now - milliseconds < dayMs ? relative.format(0, 'day') : formatRelative(milliseconds, now)
}

const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })
const dayOfYears = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })

/** The title of all that happened on one day, in the reader's own zone: `Today`, `18 November`, `2 March 2025`. */
export function formatDayTitle(milliseconds: number, now: number): string {
  const [day, today] = [new Date(milliseconds).setHours(0, 0, 0, 0), new Date(now).setHours(0, 0, 0, 0)]
  // A day may have an hour more or less than others.
  const daysAgo = Math.round((today - day) / 86_400_000)
  if (daysAgo === 0 || daysAgo === 1) {
    const name = relative.format(-daysAgo, 'day')
    return name.charAt(0).toLocaleUpperCase() + name.slice(1)
  }
  return (new Date(day).getFullYear() === new Date(today).getFullYear() ? dayOfYear : dayOfYears).format(day)
}

/** A stretch of time as a clock shows it: `59:07`, `1:00:00`. */
export function formatCountdown(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000))
  const seconds = String(total % 60).padStart(2, '0')
  const minutes = Math.floor(total / 60) % 60
  const hours = Math.floor(total / 3600)
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}

/** `German` of `de`, in the language of the page; the tag itself where there is no name for it. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch (error) {
    if (error instanceof RangeError) return tag
    throw error
  }
}
