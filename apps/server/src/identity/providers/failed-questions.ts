import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import { AttemptLimiter } from '../passwords/attempt-limiter.ts'
import { NetworkLimiter } from '../passwords/network-limiter.ts'
import { type CountedAttempt, SharedAllowance } from '../passwords/shared-allowance.ts'

const MINUTE_MS = 60_000
/** As for passkeys: many people can be behind one address. */
const ofNetwork = { attempts: 100, windowMs: 10 * MINUTE_MS, waits: { firstMs: 5_000, maxMs: 15 * MINUTE_MS } }
/** GitHub answers a client 5,000 questions an hour; those of its own users need some. */
const ofProject = { attempts: 3_000, windowMs: 60 * MINUTE_MS }

/**
 * Tokens that strangers make up, each of which costs the project's client a question to the provider: so many of a network, and so many of a
 * project, of which the last quarter is for sites that had few. Right ones are free, and so are those that the provider gives no answer about;
 * what it has against the client is not held against the project's users.
 */
export class FailedQuestions {
  readonly #ofNetwork: NetworkLimiter
  readonly #ofProject: SharedAllowance

  constructor(clock: Clock) {
    this.#ofNetwork = new NetworkLimiter(ofNetwork, clock)
    this.#ofProject = new SharedAllowance(ofProject, clock)
  }

  /** Throws `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER` with `details.retryAfterSeconds`, and what `ask` throws. */
  async judge<Answer>(
    { project, address }: { readonly project: string; readonly address: string },
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    return await AttemptLimiter.take(this.#ofNetwork.at(address), async (attempt) => {
      let counted: CountedAttempt | undefined
      let failure: unknown
      try {
        counted = this.#ofProject.take(project, address)
        return await ask()
      } catch (error) {
        failure = error
        throw error
      } finally {
        if (!isWrong(failure)) attempt.giveBack()
        if (!isWrong(failure) || failure.details?.['problem'] !== undefined) counted?.giveBack()
      }
    })
  }
}

function isWrong(failure: unknown): failure is StatusError {
  return failure instanceof StatusError && failure.reason === 'INVALID_IDP_RESPONSE'
}
