import type { InputOf, listInstallations } from '@hearth/api'
import type { DeviceQuery, Seen } from './device-query.ts'

const dayMs = 86_400_000

type Parameters = NonNullable<InputOf<typeof listInstallations>['query']>

/** The words of the list's endpoint for a query. `now` is in milliseconds since the epoch. */
export function parametersOf({ platform, app, uid, seen }: DeviceQuery, now: number): Parameters {
  return {
    ...(platform !== undefined && { platform }),
    ...(app !== undefined && { appId: app }),
    ...(uid !== undefined && { uid }),
    ...(seen !== undefined && timesOf(seen, now)),
  }
}

function timesOf(seen: Seen, now: number): Parameters {
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
