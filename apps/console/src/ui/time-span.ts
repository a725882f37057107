/** A stretch of time in an address: RFC 3339, of `since` and later, before `until`; an absent end is open. */
export interface TimeSpan {
  readonly since?: string | undefined
  readonly until?: string | undefined
}

const minuteMs = 60_000

/** What can't be read is left out. */
export function readTimeSpan({ since, until }: Record<string, unknown>): TimeSpan {
  return { since: timeOf(since), until: timeOf(until) }
}

/** The minutes it begins and ends with on the clock of this machine, such as `2026-11-20T10:14`; empty where it is open. */
export function minutesOf({ since, until }: TimeSpan): { readonly since: string; readonly until: string } {
  return {
    since: since === undefined ? '' : wallMinute(Date.parse(since)),
    // The last minute belongs to it.
    until: until === undefined ? '' : wallMinute(Date.parse(until) - 1),
  }
}

/** The stretch from the first minute to the end of the last one; undefined where that is before. */
export function spanOfMinutes(minutes: { readonly since: string; readonly until: string }): TimeSpan | undefined {
  const since = Date.parse(minutes.since)
  const until = Date.parse(minutes.until) + minuteMs
  if (until <= since) return undefined
  return {
    since: Number.isNaN(since) ? undefined : new Date(since).toISOString(),
    until: Number.isNaN(until) ? undefined : new Date(until).toISOString(),
  }
}

function timeOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? new Date(value).getTime() : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

function wallMinute(at: number): string {
  const time = new Date(at)
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}
