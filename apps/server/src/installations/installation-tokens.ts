import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../lib/ambient.ts'

/** A token that proves which installation asks: `<fid>.<43 characters>`. SDKs don't look into it. */
export interface AuthToken {
  readonly token: string
  readonly validForSeconds: number
}

/** As kept. */
export interface KeptToken {
  readonly hash: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

const VALID_FOR_SECONDS = 7 * 24 * 3600
/** A request that is under way with the token before the last refresh still counts. */
const KEPT_MAX = 2

export function newSecret(random: Random): string {
  return random.bytes(32).toString('base64url')
}

export function newAuthToken(fid: string, random: Random): AuthToken {
  return { token: `${fid}.${newSecret(random)}`, validForSeconds: VALID_FOR_SECONDS }
}

/** Which installation a token names; undefined for what is no token. Says nothing about whether it is valid. */
export function fidOfToken(token: string): string | undefined {
  return /^([cdef][\w-]{21})\.[\w-]{43}$/.exec(token)?.[1]
}

/** What is kept after `token` was handed out at `now`, the newest first. */
export function keepToken(kept: readonly KeptToken[], { token }: AuthToken, now: number): KeptToken[] {
  const alive = kept.filter(({ expiresAt }) => expiresAt > now)
  return [{ hash: hashOf(token), expiresAt: now + VALID_FOR_SECONDS * 1000 }, ...alive].slice(0, KEPT_MAX)
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Takes the same time wherever they differ. */
export function hasHash(secret: string, hash: string): boolean {
  const expected = Buffer.from(hash)
  const actual = Buffer.from(hashOf(secret))
  return expected.length === actual.length && timingSafeEqual(actual, expected)
}
