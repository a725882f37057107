import { createHmac, timingSafeEqual } from 'node:crypto'
import { isSealed, type SecretBox } from '../../secrets/secret-box.ts'
import type { Realm } from '../realm.ts'

/**
 * Time-based one-time passwords (RFC 6238) as authenticator apps make them: HMAC-SHA-1, six digits, 30 seconds. Secrets are
 * written in base32 (RFC 4648) without padding.
 */
export const TOTP_DIGITS = 6
export const TOTP_PERIOD_SECONDS = 30
/** As RFC 4226 recommends: 160 bits. */
export const TOTP_SECRET_BYTES = 20
/** A clock may be one period off, either way. */
const STEPS_OFF = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function encodeBase32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  let text = ''
  for (let at = 0; at < bits.length; at += 5) {
    text += ALPHABET[Number.parseInt(bits.slice(at, at + 5).padEnd(5, '0'), 2)]
  }
  return text
}

/** Throws a RangeError for a character that is none of base32. */
export function decodeBase32(text: string): Buffer {
  let bits = ''
  for (const character of text.toUpperCase().replace(/=+$/, '')) {
    const value = ALPHABET.indexOf(character)
    if (value === -1) throw new RangeError('not base32')
    bits += value.toString(2).padStart(5, '0')
  }
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a step: the number of periods since the epoch. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** TOTP_DIGITS
  return String(number).padStart(TOTP_DIGITS, '0')
}

export function totpStep(nowMs: number): number {
  return Math.floor(nowMs / 1000 / TOTP_PERIOD_SECONDS)
}

/**
 * The step whose code was given, among those the clock allows; undefined when it is none of them, or no later than `lastStep`: a
 * code that was seen once is no good again.
 */
export function findTotpStep(
  secret: string,
  code: string,
  options: { nowMs: number; lastStep: number | undefined },
): number | undefined {
  const given = Buffer.from(code)
  const now = totpStep(options.nowMs)
  let found: number | undefined
  for (let step = now - STEPS_OFF; step <= now + STEPS_OFF; step++) {
    const right = Buffer.from(totpCode(secret, step))
    if (right.length === given.length && timingSafeEqual(right, given)) found = step
  }
  return found !== undefined && found > (options.lastStep ?? -1) ? found : undefined
}

/**
 * Secrets of authenticator apps (base32) as they are kept: sealed, each for its account alone, so that no copy of a store shows the codes of
 * those who are in it. Secrets from before were not sealed; they are read as they are, and sealed when they are next used.
 */
export class TotpSecrets {
  readonly #box: Pick<SecretBox, 'seal' | 'open'>

  constructor(box: Pick<SecretBox, 'seal' | 'open'>) {
    this.#box = box
  }

  seal(realm: Realm, uid: string, secret: string): string {
    return this.#box.seal(secret, placeOf(realm, uid))
  }

  open(realm: Realm, uid: string, kept: string): string {
    return isSealed(kept) ? this.#box.open(kept, placeOf(realm, uid)) : kept
  }
}

function placeOf(realm: Realm, uid: string): string {
  return `${realm}/totp/${uid}`
}
