import { analyticsTexts } from '../../texts/en/analytics.ts'
import { formatLocale } from '../../texts/language.ts'
import { spokenLanguage } from '../../texts/in-language.ts'

const locale = formatLocale(spokenLanguage())
const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
const signed = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' })
const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const withWeekday = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
const longMonth = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A metric as people read it; durations are in seconds. */
export function formatMetric(metric: string, value: number): string {
  return metric === 'userEngagementDuration' ? formatDuration(value) : number.format(value)
}

/** Seconds as `48 s`, `3.5 min` or `2 h`. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return analyticsTexts.seconds(number.format(seconds))
  if (seconds < 5400) return analyticsTexts.minutes(number.format(seconds / 60))
  return analyticsTexts.hours(number.format(seconds / 3600))
}

/** A share between 0 and 1. */
export function formatShare(share: number): string {
  return percent.format(share)
}

/** A change as a share, with its sign. */
export function formatChange(share: number): string {
  return signed.format(share)
}

/** A day in UTC, such as `2026-11-20`. */
export function formatDayShort(day: string): string {
  return short.format(Date.parse(day))
}

/** `Nov`, or `November 2026`; a day of it is enough. */
export function formatMonth(day: string, length: 'short' | 'long'): string {
  return (length === 'short' ? shortMonth : longMonth).format(Date.parse(day))
}

/** With its weekday: `Tue 10 Nov`. */
export function formatDayOfWeek(day: string): string {
  return withWeekday.format(Date.parse(day))
}

export function formatDayLong(day: string): string {
  return long.format(Date.parse(day))
}
