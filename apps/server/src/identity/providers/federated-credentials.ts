import type { Clock, Random } from '../../ambient.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../identity-settings.ts'
import type { IdpAssertion, IdpCredential, IdpVerifier } from '../sign-in/idp-assertion.ts'
import { OneTimeCodes } from '../sign-in/one-time-codes.ts'
import type { Realm } from '../realm.ts'
import type { SignInFlows } from './sign-in-flows.ts'

/** A user who is told that there is an account already signs in the first way meanwhile. */
const keptMs = 10 * 60 * 1000

/**
 * The credentials that apps bring: the code of a sign-in window, or what an answer gave that refused the sign-in. Anything else is
 * for `others`.
 */
export class FederatedCredentials implements IdpVerifier {
  readonly #flows: SignInFlows
  readonly #others: IdpVerifier
  readonly #pending: OneTimeCodes<IdpAssertion>

  constructor(options: { storeOf: StoreOf; flows: SignInFlows; others: IdpVerifier; clock: Clock; random: Random }) {
    this.#flows = options.flows
    this.#others = options.others
    this.#pending = new OneTimeCodes({ ...options, space: 'pending-assertion' })
  }

  async verify(realm: Realm, credential: IdpCredential): Promise<IdpAssertion> {
    const { providerId, code, sessionId, pendingToken, idToken } = credential
    if (code !== undefined) return ofProvider(providerId, await this.#flows.redeem(realm, code, sessionId ?? ''))
    if (pendingToken !== undefined) {
      const found = await this.#pending.redeem(realm, pendingToken)
      if (found.kind === 'valid') return ofProvider(providerId, found.content)
      throw identityError('INVALID_PENDING_TOKEN')
    }
    if (providerId === undefined) {
      throw identityError('INVALID_CREDENTIAL_OR_PROVIDER_ID', 'The credential names no provider.')
    }
    const found = idToken === undefined ? undefined : await this.#pending.redeem(realm, idToken)
    return found?.kind === 'valid'
      ? ofProvider(providerId, found.content)
      : await this.#others.verify(realm, credential)
  }

  /**
   * Keeps what was verified while the user signs in the first way. Answers a pending token; the provider's ID token, which some
   * credentials of the SDK carry instead, works as well. Each works once, for ten minutes. An ID token that the app has brought is not
   * kept: it is verified again, with its nonce.
   */
  async keep(realm: Realm, assertion: IdpAssertion): Promise<string> {
    const { idToken, issuedAt } = assertion
    if (idToken !== undefined && issuedAt === undefined)
      await this.#pending.keep(realm, idToken, assertion, { lifeMs: keptMs })
    return await this.#pending.issue(realm, assertion, { lifeMs: keptMs })
  }
}

function ofProvider(providerId: string | undefined, assertion: IdpAssertion): IdpAssertion {
  if (providerId === undefined || providerId === assertion.providerId) return assertion
  throw identityError('INVALID_IDP_RESPONSE', 'The credential is another provider’s.')
}
