import { hash, verify } from '@node-rs/argon2'
import type { Random } from '../ambient.ts'
import { type ForeignHash, matchesForeignHash } from './foreign-hash.ts'
import { identityError } from './identity-error.ts'

/** Argon2id (RFC 9106) as OWASP's password storage sheet advises at least: 19 MiB, two passes, one lane. */
const argon2id = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1, outputLen: 32 } as const
const saltBytes = 16

const runningMax = 2
const waitingMax = 64
/** What a caller who found the queue full is told to wait. */
const retryAfterSeconds = 2

const foreignPrefix = 'foreign:'

/** How a hash from elsewhere is kept where one of ours will be. */
export function encodeForeignHash(foreign: ForeignHash): string {
  return foreignPrefix + JSON.stringify(foreign)
}

/** Undefined for a hash of ours. */
export function decodeForeignHash(passwordHash: string): ForeignHash | undefined {
  if (!passwordHash.startsWith(foreignPrefix)) return undefined
  return JSON.parse(passwordHash.slice(foreignPrefix.length)) as ForeignHash
}

/**
 * Hashes and checks passwords off the main thread, two at a time: each takes 19 MiB and some 20 ms of a core. 64 more wait; beyond
 * that callers get `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER`.
 */
export class PasswordHasher {
  readonly #random: Random
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** The form of a hash, of no password anybody knows. */
  readonly #decoy: string

  constructor(random: Random) {
    this.#random = random
    const { memoryCost, timeCost, parallelism, outputLen } = argon2id
    const [salt, digest] = [saltBytes, outputLen].map((length) =>
      random.bytes(length).toString('base64').replaceAll('=', ''),
    )
    this.#decoy = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, { ...argon2id, salt: this.#random.bytes(saltBytes) }))
  }

  /**
   * Without a hash it takes the same time and answers false, so that nobody learns whether there is one; with one from elsewhere at
   * least as long.
   */
  async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
    const foreign = passwordHash === undefined ? undefined : decodeForeignHash(passwordHash)
    if (foreign !== undefined) {
      return await this.#inTurn(async () => {
        const [matches] = await Promise.all([matchesForeignHash(password, foreign), verify(this.#decoy, password)])
        return matches
      })
    }
    const matches = await this.#inTurn(() => verify(passwordHash ?? this.#decoy, password))
    return matches && passwordHash !== undefined
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= runningMax) {
      if (this.#waiting.length >= waitingMax) {
        throw identityError(
          'TOO_MANY_ATTEMPTS_TRY_LATER',
          `The server is checking too many passwords at once. Try again in ${retryAfterSeconds} seconds.`,
          { retryAfterSeconds },
        )
      }
      // Whoever finishes hands its place over, so the count stays.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running++
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
