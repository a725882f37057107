import { type Clock, steadyMs } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import { networkFactors, networksOf } from '../../lib/network-of.ts'

export interface AttemptLimit {
  /** So many attempts in the window are free. */
  readonly attempts: number
  readonly windowMs: number
  /** Undefined: until the window ends, and then all of them are free again. */
  readonly waits:
    | {
        /** After the first attempt too many; it doubles with each further one. */
        readonly firstMs: number
        readonly maxMs: number
      }
    | undefined
  /** Attempts of one key that may be undecided at the same time; undefined for as many as are free. */
  readonly atOnce?: number | undefined
}

/** What an attempt counts against. */
export interface AttemptKey {
  readonly limiter: AttemptLimiter
  readonly key: string
}

/** An attempt that is being judged. It counts, unless it is given back: it was right, or nobody judged it. */
export interface Attempt {
  giveBack(): void
}

interface Count {
  attempts: number
  windowEndsAt: number
  blockedUntil: number
}

/** Attempts of one key that are being judged. */
interface Undecided {
  running: number
  /** To be called when one of them is decided. */
  readonly waiting: (() => void)[]
}

const KEYS_MAX = 50_000
/** Of one key, while others of it are being judged. */
const WAITING_MAX = 64
const WAITING_RETRY_MS = 2_000

/**
 * Counts attempts by key, and makes who exceeds the limit wait: each time longer, or for the end of the window. Bounded: beyond 50,000 keys the one that was
 * longest without an attempt is forgotten.
 *
 * No attempt is let through by asking whether it is free: `spend` counts it for good, `take` unless it is given back. Both decide in one synchronous
 * step, so attempts at the same time are no more than those one after another. Time is steady: whatever happens to the wall clock, no wait ends sooner or later.
 */
export class AttemptLimiter {
  readonly #limit: AttemptLimit
  readonly #clock: Clock
  /** In order of the last attempt. */
  readonly #counts = new Map<string, Count>()
  readonly #undecided = new Map<string, Undecided>()

  constructor(limit: AttemptLimit, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  at(key: string): AttemptKey {
    return { limiter: this, key }
  }

  /**
   * Counts an attempt against all of `keys`, or against none of them: throws `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER` with
   * `details.retryAfterSeconds` while one of them must wait, and then what `admit` throws, which counts by other means.
   */
  static spend(keys: readonly AttemptKey[], admit: () => void = () => undefined): void {
    for (const { limiter, key } of keys) limiter.#assertOpen(key)
    admit()
    for (const { limiter, key } of keys) limiter.#count(key)
  }

  /**
   * Takes an attempt, and has it judged. Those that are undecided count as wrong ones do; whoever finds no more free than those waits until one of them is
   * decided, 64 at most of one key. Throws as `spend`, and what `judge` throws.
   */
  static async take<Answer>(
    keys: readonly AttemptKey[],
    judge: (attempt: Attempt) => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      for (const { limiter, key } of keys) limiter.#assertOpen(key)
      const crowded = keys.find(({ limiter, key }) => limiter.#isCrowded(key))
      if (crowded === undefined) break
      await crowded.limiter.#waitForDecision(crowded.key)
    }
    for (const { limiter, key } of keys) limiter.#begin(key)
    let counts = true
    try {
      return await judge({ giveBack: () => (counts = false) })
    } finally {
      for (const { limiter, key } of keys) {
        if (counts) limiter.#count(key)
        limiter.#end(key)
      }
    }
  }

  /** Judges an attempt by what is known already, and counts a wrong one, in one synchronous step. Throws as `spend`, and what `isRight` throws. */
  static judge(keys: readonly AttemptKey[], isRight: () => boolean): void {
    for (const { limiter, key } of keys) limiter.#assertOpen(key)
    if (isRight()) return
    for (const { limiter, key } of keys) limiter.#count(key)
  }

  /** Whether there is an attempt that counts at present. */
  isCounting(key: string): boolean {
    return this.#current(key) !== undefined
  }

  /** Whether an attempt would have to wait. */
  isBlocked(key: string): boolean {
    return (this.#counts.get(key)?.blockedUntil ?? 0) > steadyMs(this.#clock)
  }

  /** A success ends the count. */
  forget(key: string): void {
    this.#counts.delete(key)
  }

  #assertOpen(key: string): void {
    const count = this.#counts.get(key)
    const waitMs = count === undefined ? 0 : count.blockedUntil - steadyMs(this.#clock)
    if (waitMs > 0) throw tooManyAttempts(waitMs)
  }

  #count(key: string): void {
    const now = steadyMs(this.#clock)
    const { attempts, windowMs, waits } = this.#limit
    const count = this.#current(key) ?? { attempts: 0, windowEndsAt: now + windowMs, blockedUntil: 0 }
    count.attempts++
    if (count.attempts >= attempts) {
      count.blockedUntil =
        waits === undefined
          ? count.windowEndsAt
          : now + Math.min(waits.maxMs, waits.firstMs * 2 ** Math.min(30, count.attempts - attempts))
    }
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size > KEYS_MAX) {
      const longestQuiet = this.#counts.keys().next()
      if (!longestQuiet.done) this.#counts.delete(longestQuiet.value)
    }
  }

  #current(key: string): Count | undefined {
    const count = this.#counts.get(key)
    if (count === undefined) return undefined
    const { waits, windowMs } = this.#limit
    const endsAt =
      waits === undefined ? count.windowEndsAt : Math.max(count.windowEndsAt, count.blockedUntil + windowMs)
    return steadyMs(this.#clock) < endsAt ? count : undefined
  }

  /** After a wait there is one attempt, and then the next wait. */
  #isCrowded(key: string): boolean {
    const { attempts, atOnce = attempts } = this.#limit
    const free = Math.max(1, attempts - (this.#current(key)?.attempts ?? 0))
    return (this.#undecided.get(key)?.running ?? 0) >= Math.min(free, atOnce)
  }

  #begin(key: string): void {
    const undecided = this.#undecided.get(key) ?? { running: 0, waiting: [] }
    undecided.running++
    this.#undecided.set(key, undecided)
  }

  #end(key: string): void {
    const undecided = this.#undecided.get(key)
    if (undecided === undefined) return
    undecided.running--
    if (undecided.running === 0) this.#undecided.delete(key)
    for (const goOn of undecided.waiting.splice(0)) goOn()
  }

  async #waitForDecision(key: string): Promise<void> {
    const waiting = this.#undecided.get(key)?.waiting
    if (waiting === undefined) return
    if (waiting.length >= WAITING_MAX) throw tooManyAttempts(WAITING_RETRY_MS)
    await new Promise<void>((goOn) => waiting.push(goOn))
  }
}

/** `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER` with `details.retryAfterSeconds`. */
export function tooManyAttempts(waitMs: number): Error {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  return identityError(
    'TOO_MANY_ATTEMPTS_TRY_LATER',
    `Too many attempts. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds },
  )
}

/** Counts attempts by where they come from: by the address's own network, and by the wider ones around it. Bounded as `AttemptLimiter`. */
export class NetworkLimiter {
  readonly #levels: readonly AttemptLimiter[]

  constructor(limit: AttemptLimit, clock: Clock) {
    this.#levels = networkFactors.map(
      (factor) => new AttemptLimiter({ ...limit, attempts: factor * limit.attempts }, clock),
    )
  }

  /** What an attempt from `address` counts against. `scope`: counted apart, such as a project. */
  at(address: string, scope = ''): AttemptKey[] {
    const networks = networksOf(address)
    return this.#levels.slice(0, networks.length).map((limiter, level) => limiter.at(`${scope}/${networks[level]}`))
  }

  /** A success ends the counts of all networks around it. */
  forget(address: string, scope = ''): void {
    for (const { limiter, key } of this.at(address, scope)) limiter.forget(key)
  }

  /** Whether an attempt from the widest network around it counts at present. */
  isCounting(address: string, scope = ''): boolean {
    const networks = networksOf(address)
    return this.#levels[networks.length - 1]?.isCounting(`${scope}/${networks.at(-1)}`) ?? false
  }
}
