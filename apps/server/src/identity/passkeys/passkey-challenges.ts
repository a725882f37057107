import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Clock, type Random, steadyMs } from '../../lib/ambient.ts'
import { placeWithSite, SharedTotal } from '../../lib/shared-total.ts'
import { identityError } from '../identity-error.ts'

export const CHALLENGE_LIFE_MS = 5 * 60 * 1000
const KEY_BYTES = 32
const END_BYTES = 4
const NONCE_BYTES = 12
const SEAL_BYTES = 16
const challengePattern = new RegExp(`^[0-9a-f]{${(END_BYTES + NONCE_BYTES + SEAL_BYTES) * 2}}$`)
/** Within the life of one. What was used is not forgotten before its end: beyond this nobody signs in by a passkey. */
const USED_MAX_DEFAULT = 50_000
/** Of these, of one project. */
const PROJECT_PART = 3 / 4

/** Whose share of the used ones a challenge takes. */
export interface ChallengeUser {
  readonly project: string
  /** Of the client. */
  readonly address: string
}

interface UsedChallenge {
  /** Seconds of the steady clock. */
  readonly end: number
  readonly project: string
  readonly place: { readonly network: string; readonly site: string }
}

/**
 * Challenges that work once, for five minutes, in this process. None is kept: each carries its end and a seal over that and what it is
 * for, so that who asks for many fills nothing. Those that were used are remembered until their end, which takes a right signature each.
 * All projects share the room for these: the last quarter of it is for projects that have little there, and so is a project's for its sites.
 *
 * They are written in hexadecimal, whose characters mean the same in all of the alphabets of base64 and need no padding: browsers read
 * the text as base64url and the vendor's SDKs for phones as base64.
 */
export class PasskeyChallenges {
  readonly #clock: Clock
  readonly #random: Random
  readonly #key: Buffer
  readonly #usedMax: number
  /** In the order of use. */
  readonly #used = new Map<string, UsedChallenge>()
  readonly #byProject: SharedTotal
  readonly #bySite = new Map<string, SharedTotal>()

  constructor({ clock, random, usedMax = USED_MAX_DEFAULT }: { clock: Clock; random: Random; usedMax?: number }) {
    this.#clock = clock
    this.#random = random
    this.#usedMax = usedMax
    this.#byProject = new SharedTotal(usedMax)
    this.#key = random.bytes(KEY_BYTES)
  }

  /** `use` says for what and for whom; the challenge is good for nothing else. */
  issue(use: string): string {
    const head = Buffer.alloc(END_BYTES + NONCE_BYTES)
    head.writeUInt32BE(Math.ceil((steadyMs(this.#clock) + CHALLENGE_LIFE_MS) / 1000))
    this.#random.bytes(NONCE_BYTES).copy(head, END_BYTES)
    return head.toString('hex') + this.#sealOf(head, use).toString('hex')
  }

  /** Whether it is one of `issue` for this use that has not ended and was not used. */
  isGood(challenge: string, use: string): boolean {
    if (!challengePattern.test(challenge) || this.#used.has(challenge)) return false
    const bytes = Buffer.from(challenge, 'hex')
    const head = bytes.subarray(0, END_BYTES + NONCE_BYTES)
    const isSealed = timingSafeEqual(bytes.subarray(head.length), this.#sealOf(head, use))
    return isSealed && endOf(challenge) * 1000 > steadyMs(this.#clock)
  }

  /** Uses one that `isGood`; of two at the same time the second is refused. Throws `INVALID_AUTHENTICATOR_RESPONSE`, `TOO_MANY_ATTEMPTS_TRY_LATER`. */
  spend(challenge: string, { project, address }: ChallengeUser): void {
    if (this.#used.has(challenge)) throw identityError('INVALID_AUTHENTICATOR_RESPONSE', SPENT_CHALLENGE)
    this.#forgetEnded()
    const used = { end: endOf(challenge), project, place: placeWithSite(address) }
    const sites = this.#bySite.get(project) ?? new SharedTotal(this.#usedMax * PROJECT_PART)
    const isFull = this.#used.size >= this.#usedMax
    if (isFull || this.#byProject.isKeptFrom(projectPlace(project), 1) || sites.isKeptFrom(used.place, 1)) {
      throw identityError('TOO_MANY_ATTEMPTS_TRY_LATER')
    }
    this.#used.set(challenge, used)
    this.#byProject.take(projectPlace(project), 1)
    sites.take(used.place, 1)
    this.#bySite.set(project, sites)
  }

  #forgetEnded(): void {
    const now = steadyMs(this.#clock) / 1000
    for (const [challenge, { end, project, place }] of this.#used) {
      if (end > now) return
      this.#used.delete(challenge)
      this.#byProject.give(projectPlace(project), 1)
      const sites = this.#bySite.get(project)
      sites?.give(place, 1)
      if (sites?.taken === 0) this.#bySite.delete(project)
    }
  }

  #sealOf(head: Buffer, use: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(use).digest().subarray(0, SEAL_BYTES)
  }
}

export const SPENT_CHALLENGE = 'The challenge was used before, has ended, or belongs to another sign-in. Begin again.'

/** Seconds of the steady clock. */
function endOf(challenge: string): number {
  return Number.parseInt(challenge.slice(0, END_BYTES * 2), 16)
}

/** Projects share as sites do. */
function projectPlace(project: string): { readonly network: string; readonly site: string } {
  return { network: project, site: project }
}
