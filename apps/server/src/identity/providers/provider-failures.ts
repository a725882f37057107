import { StatusError } from '@hearth/model'
import { type Clock, type Log, steadyMs } from '../../lib/ambient.ts'
import { BoundedCache } from '../../lib/bounded-cache.ts'
import { projectOf, type Realm, tenantOf } from '../realm.ts'

/** What went wrong with what a provider said, and not with who signs in. */
const reasons: ReadonlySet<string> = new Set(['INVALID_CONFIG', 'INVALID_IDP_RESPONSE', 'PROVIDER_UNREACHABLE'])
const TOLD_MAX = 1_000
const AGAIN_MS = 60_000

/**
 * Why sign-ins by a provider fail, in the log: the app hears a sentence that is the same for everybody, and whoever set the provider up needs
 * to know that it was the secret, the audience or the time. Strangers bring answers, too: the same of a provider has a line in a minute, and
 * the next one says how many there were in between.
 */
export class ProviderFailures {
  readonly #log: Log
  readonly #clock: Clock
  readonly #told = new BoundedCache<{ readonly at: number; more: number }>(TOLD_MAX)

  constructor(options: { log: Log; clock: Clock }) {
    this.#log = options.log
    this.#clock = options.clock
  }

  note(realm: Realm, providerId: string, error: unknown): void {
    if (!(error instanceof StatusError) || !reasons.has(error.reason)) return
    const { reason, message: sentence, details } = error
    const problem = details?.['problem']
    const key = JSON.stringify([realm, providerId, problem ?? sentence])
    const told = this.#told.get(key)
    const now = steadyMs(this.#clock)
    if (told !== undefined && now - told.at < AGAIN_MS) {
      told.more += 1
      return
    }
    this.#told.set(key, { at: now, more: 0 })
    const about = { project: projectOf(realm), tenant: tenantOf(realm), providerId }
    const line = { ...about, reason, problem, sentence, ...(told !== undefined && { more: told.more }) }
    this.#log.warn(line, 'a sign-in by a provider failed')
  }
}
