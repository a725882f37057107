import { hash, verify } from '@node-rs/argon2'
import type { Random } from '../../lib/ambient.ts'
import { type Asker, FairTurns } from './fair-turns.ts'
import { type ForeignHash, isSlow, matchesForeignHash } from './foreign-hash.ts'
import { identityError } from '../identity-error.ts'
import { decodeForeignHash } from './stored-hash.ts'

/** What one hash takes: memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** Argon2id (RFC 9106) as OWASP's password storage sheet advises at least: 19 MiB, two passes, one lane. */
const advisedCost: PasswordCost = { memoryCost: 19 * 1024, timeCost: 2 }
const argon2id = { algorithm: 2, parallelism: 1, outputLen: 32 } as const
const SALT_BYTES = 16

/** What one project may have waiting leaves places for the others. */
const limits = { running: 2, waiting: 128, waitingPerProject: 64, waitingPerAccount: 2 } as const
/** Hashes from elsewhere may take twenty times as long as ours; those of one project must not hold up the users of others. */
const slowLimits = { running: 1, waiting: 64, waitingPerProject: 32, waitingPerAccount: 2 } as const
/** What a caller who found the queue full is told to wait. */
const RETRY_AFTER_SECONDS = 2

/**
 * Hashes and checks passwords off the main thread, two at a time: each takes 19 MiB and some 20 ms of a core. 64 more of a project
 * wait, 128 in all, in turns that go around among the addresses they come from, and two of an account that changes its own. Beyond
 * that whoever has most waiting gets
 * `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER`. Slow hashes from elsewhere are checked one at a time, with a queue of their own.
 */
export class PasswordHasher {
  readonly #random: Random
  readonly #cost: PasswordCost
  readonly #turns = new FairTurns(limits)
  readonly #slowTurns = new FairTurns(slowLimits)
  /** The form of a hash, of no password anybody knows. */
  readonly #decoy: string

  constructor(random: Random, cost: PasswordCost = advisedCost) {
    this.#random = random
    this.#cost = cost
    const { memoryCost, timeCost, parallelism, outputLen } = { ...argon2id, ...cost }
    const [salt, digest] = [SALT_BYTES, outputLen].map((length) =>
      random.bytes(length).toString('base64').replaceAll('=', ''),
    )
    this.#decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`
  }

  hash(password: string, asker: Asker): Promise<string> {
    return this.#turns.run(
      asker,
      () => hash(password, { ...argon2id, ...this.#cost, salt: this.#random.bytes(SALT_BYTES) }),
      queueIsFull,
    )
  }

  /**
   * Without a hash it takes the same time and answers false, so that nobody learns whether there is one; with one from elsewhere at
   * least as long.
   */
  async verify(password: string, passwordHash: string | undefined, asker: Asker): Promise<boolean> {
    const foreign = passwordHash === undefined ? undefined : decodeForeignHash(passwordHash)
    if (foreign !== undefined) return await this.verifyForeign(password, foreign, asker)
    const matches = await this.#turns.run(asker, () => verify(passwordHash ?? this.#decoy, password), queueIsFull)
    return matches && passwordHash !== undefined
  }

  /** `verify` with a hash from elsewhere. */
  async verifyForeign(password: string, foreign: ForeignHash, asker: Asker): Promise<boolean> {
    const both = async (): Promise<boolean> => {
      const [matches] = await Promise.all([matchesForeignHash(password, foreign), verify(this.#decoy, password)])
      return matches
    }
    return await (isSlow(foreign) ? this.#slowTurns : this.#turns).run(asker, both, queueIsFull)
  }
}

function queueIsFull(): Error {
  return identityError(
    'TOO_MANY_ATTEMPTS_TRY_LATER',
    `The server is checking too many passwords at once. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
}
