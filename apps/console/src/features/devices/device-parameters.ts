import type { DeviceQuery, Seen } from './device-query.ts'

const dayMs = 86_400_000

/** The words of the list's endpoint for a query. `now` is in milliseconds since the epoch. */
export function parametersOf({ platform, app, uid, seen }: DeviceQuery, now: number): Record<string, string> {
  return {
    ...(platform !== undefined && { platform }),
    ...(app !== undefined && { appId: app }),
    ...(uid !== undefined && { uid }),
    ...(seen !== undefined && timesOf(seen, now)),
  }
}

function timesOf(seen: Seen, now: number): Record<string, string> {
  const before = (days: number): string => new Date(now - days * dayMs).toISOString()
  switch (seen) {
    case 'day':
      return { seenFrom: before(1) }
    case 'week':
      return { seenFrom: before(7) }
    case 'month':
      return { seenFrom: before(30) }
    case 'not-month':
      return { seenBefore: before(30) }
    case 'not-quarter':
      return { seenBefore: before(90) }
  }
}
