import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, type Random, steadyMs } from '../../ambient.ts'
import { identityError } from '../identity-error.ts'

export const challengeLifeMs = 5 * 60 * 1000
const keyBytes = 32
const endBytes = 4
const nonceBytes = 12
const sealBytes = 16
const challengePattern = new RegExp(`^[0-9a-f]{${(endBytes + nonceBytes + sealBytes) * 2}}$`)
/** Within the life of one. What was used is not forgotten before its end: beyond this nobody signs in by a passkey. */
const usedMaxDefault = 50_000

/**
 * Challenges that work once, for five minutes, in this process. None is kept: each carries its end and a seal over that and what it is
 * for, so that who asks for many fills nothing. Those that were used are remembered until their end, which takes a right signature each.
 *
 * They are written in hexadecimal, whose characters mean the same in all of the alphabets of base64 and need no padding: browsers read
 * the text as base64url and the vendor's SDKs for phones as base64.
 */
export class PasskeyChallenges {
  readonly #clock: Clock
  readonly #random: Random
  readonly #key: Buffer
  readonly #usedMax: number
  /** In the order of use, with their ends in seconds. */
  readonly #used = new Map<string, number>()

  constructor({ clock, random, usedMax = usedMaxDefault }: { clock: Clock; random: Random; usedMax?: number }) {
    this.#clock = clock
    this.#random = random
    this.#usedMax = usedMax
    this.#key = random.bytes(keyBytes)
  }

  /** `use` says for what and for whom; the challenge is good for nothing else. */
  issue(use: string): string {
    const head = Buffer.alloc(endBytes + nonceBytes)
    head.writeUInt32BE(Math.ceil((steadyMs(this.#clock) + challengeLifeMs) / 1000))
    this.#random.bytes(nonceBytes).copy(head, endBytes)
    return head.toString('hex') + this.#sealOf(head, use).toString('hex')
  }

  /** Whether it is one of `issue` for this use that has not ended and was not used. */
  isGood(challenge: string, use: string): boolean {
    if (!challengePattern.test(challenge) || this.#used.has(challenge)) return false
    const bytes = Buffer.from(challenge, 'hex')
    const head = bytes.subarray(0, endBytes + nonceBytes)
    const isSealed = timingSafeEqual(bytes.subarray(head.length), this.#sealOf(head, use))
    return isSealed && endOf(challenge) * 1000 > steadyMs(this.#clock)
  }

  /** Uses one that `isGood`; of two at the same time the second is refused. Throws `INVALID_AUTHENTICATOR_RESPONSE`, `TOO_MANY_ATTEMPTS_TRY_LATER`. */
  spend(challenge: string): void {
    if (this.#used.has(challenge)) throw identityError('INVALID_AUTHENTICATOR_RESPONSE', spentChallenge)
    this.#forgetEnded()
    if (this.#used.size >= this.#usedMax) throw identityError('TOO_MANY_ATTEMPTS_TRY_LATER')
    this.#used.set(challenge, endOf(challenge))
  }

  #forgetEnded(): void {
    const now = steadyMs(this.#clock) / 1000
    for (const [challenge, end] of this.#used) {
      if (end > now) return
      this.#used.delete(challenge)
    }
  }

  #sealOf(head: Buffer, use: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(use).digest().subarray(0, sealBytes)
  }
}

export const spentChallenge = 'The challenge was used before, has ended, or belongs to another sign-in. Begin again.'

/** Seconds of the steady clock. */
function endOf(challenge: string): number {
  return Number.parseInt(challenge.slice(0, endBytes * 2), 16)
}
