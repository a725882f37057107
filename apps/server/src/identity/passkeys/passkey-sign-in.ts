import type { Clock } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { identityError } from '../identity-error.ts'
import { AttemptLimiter, NetworkLimiter } from '../passwords/attempt-limiter.ts'
import { projectOf, type Realm } from '../realm.ts'
import type { RequestOrigin } from '../sign-in/request-origin.ts'
import type { SignInOutcome, SignIns } from '../sign-in/sign-ins.ts'
import { base64urlOf, isCredentialId, type Passkey, PASSKEY_PROVIDER, passkeysOf } from './passkey.ts'
import { CHALLENGE_LIFE_MS, type PasskeyChallenges } from './passkey-challenges.ts'
import { type AssertionAnswer, verifyAssertion } from './passkey-verifier.ts'
import type { RelyingParties } from './relying-party.ts'

const MINUTE_MS = 60_000

/** The way in by a passkey. The authenticator has verified its user, so that it stands for both factors. */
export class PasskeySignIn {
  readonly #accounts: Accounts
  readonly #signIns: SignIns
  readonly #parties: RelyingParties
  readonly #challenges: PasskeyChallenges
  readonly #clock: Clock
  readonly #limited: boolean
  /** Of all projects. */
  readonly #failures: NetworkLimiter
  /** Of an account, right ones: each is remembered for as long as its challenge lasts. */
  readonly #successes: AttemptLimiter

  constructor(options: {
    accounts: Accounts
    signIns: SignIns
    parties: RelyingParties
    challenges: PasskeyChallenges
    clock: Clock
    limited: boolean
  }) {
    this.#accounts = options.accounts
    this.#signIns = options.signIns
    this.#parties = options.parties
    this.#challenges = options.challenges
    this.#clock = options.clock
    this.#limited = options.limited
    // A signature can't be guessed: it is the work of reading answers that is held down.
    this.#failures = new NetworkLimiter(
      { attempts: 100, windowMs: 10 * MINUTE_MS, waits: { firstMs: 5_000, maxMs: 15 * MINUTE_MS } },
      options.clock,
    )
    this.#successes = new AttemptLimiter(
      { attempts: 100, windowMs: CHALLENGE_LIFE_MS, waits: undefined },
      options.clock,
    )
  }

  /** A challenge for five minutes, whoever answers it. `ownOrigin` is what this server is reached by. Throws `OPERATION_NOT_ALLOWED` where passkeys are off. */
  async start(realm: Realm, ownOrigin: string): Promise<{ readonly challenge: string; readonly rpId: string }> {
    const { party } = await this.#parties.get(realm, ownOrigin)
    return { challenge: this.#challenges.issue(useOf(realm)), rpId: party.rpId }
  }

  /**
   * Begins a session for the owner of the passkey. Throws `PASSKEY_CREDENTIAL_NOT_FOUND`, `INVALID_AUTHENTICATOR_RESPONSE`,
   * `TOO_MANY_ATTEMPTS_TRY_LATER`, what `SignIns.complete` throws, and as `start`.
   */
  async finish(
    realm: Realm,
    answer: AssertionAnswer,
    { ownOrigin, origin }: { ownOrigin: string; origin: RequestOrigin },
  ): Promise<SignInOutcome> {
    const counts = this.#limited ? this.#failures.at(origin.address) : []
    const { uid, id } = await AttemptLimiter.take(counts, async (attempt) => {
      const judged = await this.#judge(realm, answer, { ownOrigin, address: origin.address })
      attempt.giveBack()
      return judged
    })
    return await this.#signIns.complete(
      realm,
      uid,
      { method: { signInProvider: PASSKEY_PROVIDER }, origin },
      (current) => {
        find(current, id)
      },
    )
  }

  async #judge(
    realm: Realm,
    answer: AssertionAnswer,
    { ownOrigin, address }: { ownOrigin: string; address: string },
  ): Promise<{ uid: string; id: string }> {
    const found = await this.#parties.get(realm, ownOrigin)
    const id = base64urlOf(answer.id)
    if (!isCredentialId(id)) throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
    const account = await this.#accounts.findBy(realm, { kind: 'passkey', id })
    if (account === undefined) throw identityError('PASSKEY_CREDENTIAL_NOT_FOUND')
    const isGoodChallenge = (challenge: string): boolean => this.#challenges.isGood(challenge, useOf(realm))
    const { counter, challenge } = await verifyAssertion(answer, find(account, id), { ...found, isGoodChallenge })
    AttemptLimiter.spend(this.#limited ? [this.#successes.at(`${realm}/${account.uid}`)] : [], () =>
      this.#challenges.spend(challenge, { project: projectOf(realm), address }),
    )
    await this.#accounts.update(realm, account.uid, 'updated', (current) => {
      const { counter: before } = find(current, id)
      // Moved on since it was looked at, by a copy of the authenticator.
      if (counter <= before && (counter > 0 || before > 0)) throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
      const used = { counter, lastUsedAt: this.#clock.nowMs() }
      return {
        account: {
          ...current,
          passkeys: passkeysOf(current).map((passkey) => (passkey.id === id ? { ...passkey, ...used } : passkey)),
        },
      }
    })
    return { uid: account.uid, id }
  }
}

/** It may have been removed meanwhile. */
function find(account: Account, id: string): Passkey {
  const passkey = passkeysOf(account).find((one) => one.id === id)
  if (passkey === undefined) throw identityError('PASSKEY_CREDENTIAL_NOT_FOUND')
  return passkey
}

function useOf(realm: Realm): string {
  return JSON.stringify(['sign-in', realm])
}
