import { createHash, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../lib/ambient.ts'

/**
 * `<kind>.<uid>.<session>.<secret>`, the last three in base64url: whose session it is, its id (128 bits) and its secret (256 bits);
 * of a tenant's user `.<tenant>` follows.
 * Clients take it as opaque. Only the secret's SHA-256 is kept; the rest finds the record without an index of its own.
 */
export interface RefreshToken {
  readonly kind: 'account' | 'operator'
  readonly uid: string
  readonly sessionId: string
  readonly secret: string
  readonly tenant?: string | undefined
}

const kindLetters = { account: 'a', operator: 'o' } as const
const tokenPattern = /^([ao])\.([\w-]{1,700})\.([\w-]{22})\.([\w-]{43})(?:\.([\w-]{1,36}))?$/

export function newSessionId(random: Random): string {
  return random.bytes(16).toString('base64url')
}

export function newSecret(random: Random): string {
  return random.bytes(32).toString('base64url')
}

export function formatRefreshToken({ kind, uid, sessionId, secret, tenant }: RefreshToken): string {
  const token = `${kindLetters[kind]}.${Buffer.from(uid).toString('base64url')}.${sessionId}.${secret}`
  return tenant === undefined ? token : `${token}.${tenant}`
}

/** Undefined for a text that this server never gave out. */
export function parseRefreshToken(text: string): RefreshToken | undefined {
  const [, letter, uid, sessionId, secret, tenant] = tokenPattern.exec(text) ?? []
  if (uid === undefined || sessionId === undefined || secret === undefined) return undefined
  return {
    kind: letter === 'o' ? 'operator' : 'account',
    uid: Buffer.from(uid, 'base64url').toString(),
    sessionId,
    secret,
    ...(tenant !== undefined && { tenant }),
  }
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

export function matchesSecret(secret: string, secretHash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash))
}
