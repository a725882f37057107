import type { Random } from '../lib/ambient.ts'

/** One copy of an app on one device or in one browser. Times are milliseconds since the epoch. */
export interface Installation {
  readonly fid: string
  readonly appId: string
  readonly platform: Platform
  /** What the SDK calls itself: `w:0.6.24`. */
  readonly sdkVersion: string
  /** The `User-Agent` it was last seen with; undefined before it sent one. */
  readonly device: string | undefined
  readonly firstSeenAt: number
  /** To the hour. */
  readonly lastSeenAt: number
  /** When the newest of its tokens ends. */
  readonly tokenExpiresAt: number
  /** Who signed in there last and has not signed out. */
  readonly user: LinkedUser | undefined
}

export const platforms = ['web', 'ios', 'android', 'unknown'] as const
export type Platform = (typeof platforms)[number]

/** An account of the project, or of one of its tenants. */
export interface UserOfProject {
  readonly uid: string
  readonly tenant: string | undefined
}

export interface LinkedUser extends UserOfProject {
  readonly linkedAt: number
}

/** 22 base64url characters that begin with c, d, e or f: 17 bytes whose first four bits are 0111. */
const fidPattern = /^[cdef][\w-]{21}$/

export function isFid(text: string): boolean {
  return fidPattern.test(text)
}

export function newFid(random: Random): string {
  const bytes = random.bytes(17)
  bytes[0] = 0b0111_0000 | ((bytes[0] ?? 0) & 0b0000_1111)
  // 17 bytes make 23 characters; the last one holds 4 bits only and is left out.
  return bytes.toString('base64url').slice(0, 22)
}

/** From the app id `1:<number>:<platform>:<hex>`. */
export function platformOf(appId: string): Platform {
  const platform = appId.split(':')[2]
  return platform === 'web' || platform === 'ios' || platform === 'android' ? platform : 'unknown'
}
