import type { InputOf, listInstallations } from '@hearth/api'

const dayMs = 86_400_000

export const platforms = ['web', 'ios', 'android', 'unknown'] as const
export type DevicePlatform = (typeof platforms)[number]

export const seenOptions = ['day', 'week', 'month', 'not-month', 'not-quarter'] as const
/** When it was last seen: in the last day, week or month, or not in the last month or quarter. */
type Seen = (typeof seenOptions)[number]

/** Which devices are listed; what is absent doesn't matter. */
export interface DeviceQuery {
  readonly platform?: DevicePlatform
  /** An app id. */
  readonly app?: string
  readonly uid?: string
  readonly seen?: Seen
}

/** What the address of the screen says. */
export interface DevicesSearch extends DeviceQuery {
  /** The installation id of the device that is open. */
  readonly device?: string
}

/** What an address asks for; what can't be read is left out. */
export function readDeviceQuery({ platform, app, uid, seen }: Record<string, unknown>): DeviceQuery {
  const [knownPlatform, knownSeen] = [
    platforms.find((one) => one === platform),
    seenOptions.find((one) => one === seen),
  ]
  return {
    ...(knownPlatform !== undefined && { platform: knownPlatform }),
    ...(typeof app === 'string' && app !== '' && { app }),
    // The router reads a bare number in a hand-written address as one.
    ...((typeof uid === 'string' || typeof uid === 'number') && uid !== '' && { uid: String(uid) }),
    ...(knownSeen !== undefined && { seen: knownSeen }),
  }
}

export function readDevicesSearch(search: Record<string, unknown>): DevicesSearch {
  const { device } = search
  return {
    ...readDeviceQuery(search),
    ...((typeof device === 'string' || typeof device === 'number') && { device: String(device) }),
  }
}

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
