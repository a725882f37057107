import type { Clock, Random } from '../../lib/ambient.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../store-of.ts'
import type { IdpAssertion, IdpCredential, IdpVerifier } from '../sign-in/idp-assertion.ts'
import { OneTimeCodes } from '../sign-in/one-time-codes.ts'
import type { Realm } from '../realm.ts'
import type { SignInFlows } from './sign-in-flows.ts'

/** A user who is told that there is an account already signs in the first way meanwhile. */
const KEPT_MS = 10 * 60 * 1000

/**
 * The credentials that apps bring: the code of a sign-in window, or what an answer gave that refused the sign-in. Anything else is
 * for `others`.
 */
export class FederatedCredentials implements IdpVerifier {
  readonly #flows: SignInFlows
  readonly #others: IdpVerifier
  readonly #pending: OneTimeCodes<IdpAssertion>
  readonly #clock: Clock

  constructor(options: { storeOf: StoreOf; flows: SignInFlows; others: IdpVerifier; clock: Clock; random: Random }) {
    this.#flows = options.flows
    this.#others = options.others
    this.#clock = options.clock
    this.#pending = new OneTimeCodes({ ...options, space: 'pending-assertion' })
  }

  async verify(realm: Realm, credential: IdpCredential): Promise<IdpAssertion> {
    const { providerId, code, sessionId, pendingToken, idToken, accessToken } = credential
    if (code !== undefined) return ofProvider(providerId, await this.#flows.redeem(realm, code, sessionId ?? ''))
    if (pendingToken !== undefined) {
      const kept = await this.#findKept(realm, pendingToken)
      if (kept !== undefined) return ofProvider(providerId, kept)
      throw identityError('INVALID_PENDING_TOKEN')
    }
    if (providerId === undefined) {
      throw identityError('INVALID_CREDENTIAL_OR_PROVIDER_ID', 'The credential names no provider.')
    }
    const token = idToken ?? accessToken
    const kept = token === undefined ? undefined : await this.#findKept(realm, token)
    return kept === undefined ? await this.#others.verify(realm, credential) : ofProvider(providerId, kept)
  }

  /**
   * Keeps what was verified while the user signs in the first way. Answers a pending token; the provider's ID token, or its access
   * token where there is none, which some credentials of the SDK carry instead, works as well. Each works once, for ten minutes from when the word was first kept, and no
   * longer than the word itself. An ID token that the app has brought is not kept: it is verified again, with its nonce.
   */
  async keep(realm: Realm, assertion: IdpAssertion): Promise<string> {
    const { issuedAt } = assertion
    const token = assertion.idToken ?? assertion.accessToken
    const now = this.#clock.nowMs()
    const goodUntil = Math.min(now + KEPT_MS, assertion.goodUntil ?? Infinity)
    const kept = { ...assertion, goodUntil, verifiedAt: assertion.verifiedAt ?? Math.floor(now / 1000) }
    const life = { lifeMs: goodUntil - now }
    if (token !== undefined && issuedAt === undefined) await this.#pending.keep(realm, token, kept, life)
    return await this.#pending.issue(realm, kept, life)
  }

  /** Uses up what was kept. Throws `OPERATION_NOT_ALLOWED` when its provider is no longer set up. */
  async #findKept(realm: Realm, code: string): Promise<IdpAssertion | undefined> {
    const found = await this.#pending.redeem(realm, code)
    if (found.kind !== 'valid') return undefined
    await this.#flows.findEnabled(realm, found.content.providerId)
    return found.content
  }
}

function ofProvider(providerId: string | undefined, assertion: IdpAssertion): IdpAssertion {
  if (providerId === undefined || providerId === assertion.providerId) return assertion
  throw identityError('INVALID_IDP_RESPONSE', 'The credential is another provider’s.')
}
