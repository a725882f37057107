/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z: what a timestamp of the database reaches. */
const secondsMin = -62_135_596_800
const secondsMax = 253_402_300_799

const pattern = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?\s*([Zz]|[+-]\d\d:?\d\d)$/

/** RFC 3339 in UTC: `2026-11-20T09:14:03Z`, with as many digits of the second as are needed, in threes. */
export function formatTimestamp(seconds: number, nanoseconds: number): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19)
  if (nanoseconds === 0) return `${whole}Z`
  return `${whole}.${String(nanoseconds)
    .padStart(9, '0')
    .replace(/(?:000){1,2}$/, '')}Z`
}

/** Of a text that `findTimestamp` accepts. */
export function parseTimestamp(text: string): { readonly seconds: number; readonly nanoseconds: number } {
  const [, date = '', time = '', fraction = '', zone = ''] = pattern.exec(text.trim()) ?? []
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone.replace(/^(.\d\d):?/, '$1:')
  const milliseconds = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}${offset}`)
  return { seconds: milliseconds / 1000, nanoseconds: Number(fraction.padEnd(9, '0')) }
}

/** The time a person wrote, with a zone, in its canonical form; undefined when it is none the database holds. */
export function findTimestamp(text: string): string | undefined {
  const match = pattern.exec(text.trim())
  if (match === null) return undefined
  const { seconds, nanoseconds } = parseTimestamp(text)
  if (!(seconds >= secondsMin && seconds <= secondsMax)) return undefined
  if (namesNoDay(text)) return undefined
  return formatTimestamp(seconds, nanoseconds)
}

/** Whether a text looks like a time, of a day that the calendar doesn't have: 31 February, which JavaScript takes for one of March. */
export function namesNoDay(text: string): boolean {
  const date = pattern.exec(text.trim())?.[1]
  if (date === undefined) return false
  const start = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== date
}
