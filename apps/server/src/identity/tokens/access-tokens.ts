import { StatusError } from '@hearth/model'
import type { KeyScope } from '../../access/key-scopes.ts'
import type { Clock } from '../../lib/ambient.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { identityError } from '../identity-error.ts'
import { AttemptLimiter, NetworkLimiter } from '../passwords/attempt-limiter.ts'
import { decodeJwt } from './jwt.ts'
import { projectOfServiceAccount, type ServiceKeys, type VerifiedServiceToken } from './service-keys.ts'

/** What a tool holds for a while instead of the key. */
export interface IssuedAccessToken {
  readonly token: string
  readonly lifeSeconds: number
  readonly project: string
  /** The id of the service key. */
  readonly key: string
}

export interface VerifiedAccessToken {
  /** The id of the key. */
  readonly key: string
  readonly scopes: readonly KeyScope[]
}

/** As sealed in a token. */
interface Content {
  readonly key: string
  /** Seconds since the epoch. */
  readonly expiresAt: number
}

/** `hat.<project>.<sealed content>` */
const tokenPattern = /^hat\.([a-z0-9-]{1,30})\.(\S{1,500})$/
const LIFE_SECONDS_MAX = 60 * 60
const MINUTE_MS = 60_000

/** What the vendor's libraries write into an assertion whatever `token_uri` their key file names. */
const vendorAudiences = [
  'https://oauth2.googleapis.com/token',
  'https://www.googleapis.com/oauth2/v4/token',
  'https://www.googleapis.com/oauth2/v3/token',
  'https://accounts.google.com/o/oauth2/token',
]

/**
 * Access tokens for what service keys sign (RFC 7523, section 2.1). One is sealed with the server's key and kept nowhere: it names its key, ends with it and with the
 * assertion that it was given for, and may what the key may at the time.
 */
export class AccessTokens {
  readonly #serviceKeys: ServiceKeys
  readonly #secrets: SecretBox
  readonly #clock: Clock
  readonly #failures: NetworkLimiter
  readonly #limited: boolean

  /** `limited` is false under `hearth dev`, where test suites sign in thousands of times. */
  constructor(options: { serviceKeys: ServiceKeys; secrets: SecretBox; clock: Clock; limited: boolean }) {
    this.#serviceKeys = options.serviceKeys
    this.#secrets = options.secrets
    this.#clock = options.clock
    this.#limited = options.limited
    // As for passwords: many programs can be behind one address, and each tries again by itself.
    const waits = { firstMs: 5_000, maxMs: 15 * MINUTE_MS }
    this.#failures = new NetworkLimiter({ attempts: 200, windowMs: 10 * MINUTE_MS, waits }, options.clock)
  }

  /**
   * A token for an assertion from `address`, which must be signed for one of `audiences` or for the vendor's token endpoint. Throws `INVALID_ID_TOKEN`
   * and `TOKEN_EXPIRED` for one that does not count, `invalid-argument`/`ID_TOKEN_NOT_OFFERED` for one that asks for an ID token, `TOO_MANY_ATTEMPTS_TRY_LATER` where too many did not.
   */
  async issue(
    assertion: string,
    { address, audiences }: { address: string; audiences: readonly string[] },
  ): Promise<IssuedAccessToken> {
    return await AttemptLimiter.take(this.#limited ? this.#failures.at(address) : [], async (attempt) => {
      try {
        const issued = await this.#exchange(assertion, audiences)
        attempt.giveBack()
        return issued
      } catch (error) {
        if (!(error instanceof StatusError) || error.code !== 'unauthenticated') attempt.giveBack()
        throw error
      }
    })
  }

  async #exchange(assertion: string, audiences: readonly string[]): Promise<IssuedAccessToken> {
    const project = projectOfServiceAccount(String(decodeJwt(assertion)?.payload['iss']))
    if (project === undefined) throw unknownKey()
    const { key, payload } = await this.#verifyAssertion(project, assertion)
    const { aud, exp, target_audience: forIdToken } = payload
    const known = [...audiences, ...vendorAudiences]
    if (!(Array.isArray(aud) ? aud : [aud]).some((one) => known.includes(String(one)))) {
      throw identityError('INVALID_ID_TOKEN', `It was signed for another audience than ${audiences.join(' or ')}.`)
    }
    if (forIdToken !== undefined) {
      throw new StatusError('invalid-argument', 'ID_TOKEN_NOT_OFFERED', 'Service keys are given access tokens alone.')
    }
    const now = Math.floor(this.#clock.nowMs() / 1000)
    // Whoever gets hold of an assertion and sends it again has nothing for longer than its signer wanted.
    const expiresAt = Math.min(Number(exp), now + LIFE_SECONDS_MAX)
    const content: Content = { key, expiresAt }
    const token = `hat.${project}.${this.#secrets.seal(JSON.stringify(content), placeOf(project))}`
    return { token, lifeSeconds: expiresAt - now, project, key }
  }

  async #verifyAssertion(project: string, assertion: string): Promise<VerifiedServiceToken> {
    try {
      return await this.#serviceKeys.verifyAssertion(project, assertion)
    } catch (error) {
      // Strangers don't learn which projects there are.
      if (error instanceof StatusError && error.reason === 'PROJECT_NOT_FOUND') throw unknownKey()
      throw error
    }
  }

  /** Throws `INVALID_ID_TOKEN` for what is no access token of the project or one of a key that was revoked, `TOKEN_EXPIRED`. */
  async verify(project: string, token: string): Promise<VerifiedAccessToken> {
    const [, namedProject, sealed] = tokenPattern.exec(token) ?? []
    if (sealed === undefined || namedProject !== project) throw identityError('INVALID_ID_TOKEN')
    const { key, expiresAt } = this.#open(project, sealed)
    if (expiresAt <= Math.floor(this.#clock.nowMs() / 1000)) throw identityError('TOKEN_EXPIRED')
    const scopes = await this.#serviceKeys.scopesOf(project, key)
    if (scopes === undefined) throw identityError('INVALID_ID_TOKEN')
    return { key, scopes }
  }

  #open(project: string, sealed: string): Content {
    try {
      return JSON.parse(this.#secrets.open(sealed, placeOf(project))) as Content
    } catch {
      // Anybody can write something that looks like one.
      throw identityError('INVALID_ID_TOKEN')
    }
  }
}

/** The project that an access token says it is for; undefined for a credential of another form. */
export function projectOfAccessToken(token: string): string | undefined {
  return tokenPattern.exec(token)?.[1]
}

function unknownKey(): StatusError {
  return identityError('INVALID_ID_TOKEN', 'No service key of this server signed it, or the key was revoked.')
}

function placeOf(project: string): string {
  return `access-token/${project}`
}
