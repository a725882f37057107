import { createHash } from 'node:crypto'
import type { Clock } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { identityError } from '../identity-error.ts'
import { AttemptLimiter } from '../passwords/attempt-limiter.ts'
import { projectOf, type Realm } from '../realm.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { RequestOrigin } from '../sign-in/request-origin.ts'
import type { IssuedSession, SignIns } from '../sign-in/sign-ins.ts'
import type { VerifiedIdToken } from '../tokens/id-tokens.ts'
import { type AccountHolder, assertStillOpen, type TokenHolders } from '../tokens/token-holders.ts'
import { type Passkey, PASSKEY_NAME_CHARACTERS_MAX, PASSKEY_PROVIDER, PASSKEYS_MAX, passkeysOf } from './passkey.ts'
import type { PasskeyChallenges } from './passkey-challenges.ts'
import { type RegistrationAnswer, verifyRegistration } from './passkey-verifier.ts'
import type { RelyingParties } from './relying-party.ts'

/** What a browser needs to make a passkey. */
export interface StartedEnrolment {
  readonly challenge: string
  readonly rpId: string
  /** What the authenticator is to call the account, in base64url. */
  readonly userHandle: string
  readonly account: Account
}

const HANDLE_CHARACTERS = 48
const MINUTE_MS = 60_000

/** How users give their account a passkey. It is a way in, so that beginning needs a recent sign-in. */
export class PasskeyEnrolment {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #holders: TokenHolders
  readonly #signIns: SignIns
  readonly #parties: RelyingParties
  readonly #challenges: PasskeyChallenges
  readonly #clock: Clock
  readonly #limited: boolean
  readonly #attempts: AttemptLimiter

  constructor(options: {
    accounts: Accounts
    sessions: Sessions
    holders: TokenHolders
    signIns: SignIns
    parties: RelyingParties
    challenges: PasskeyChallenges
    clock: Clock
    limited: boolean
  }) {
    this.#accounts = options.accounts
    this.#sessions = options.sessions
    this.#holders = options.holders
    this.#signIns = options.signIns
    this.#parties = options.parties
    this.#challenges = options.challenges
    this.#clock = options.clock
    this.#limited = options.limited
    this.#attempts = new AttemptLimiter({ attempts: 20, windowMs: 10 * MINUTE_MS, waits: undefined }, options.clock)
  }

  /**
   * The challenge holds for five minutes and for the session of the token alone. `ownOrigin` is what this server is reached by. Throws
   * `OPERATION_NOT_ALLOWED` where passkeys are off, `PASSKEY_LIMIT_EXCEEDED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
   */
  async start(project: string, idToken: string, ownOrigin: string): Promise<StartedEnrolment> {
    const { account, token, realm } = await this.#holders.recentAccount(project, idToken)
    const { party } = await this.#parties.get(realm, ownOrigin)
    assertRoom(account)
    const challenge = this.#challenges.issue(useOf(token))
    return { challenge, rpId: party.rpId, userHandle: userHandleOf(realm, account), account }
  }

  /**
   * Adds the passkey, and answers tokens of the session that goes on; an anonymous user's is one of the passkey from then on. Throws
   * `INVALID_AUTHENTICATOR_RESPONSE`, `PASSKEY_ALREADY_EXISTS`, `TOO_MANY_ATTEMPTS_TRY_LATER`, what `SignIns.admitLinked` throws, and as
   * `start`; the sign-in may be older meanwhile.
   */
  async finish(
    project: string,
    idToken: string,
    answer: RegistrationAnswer & { readonly name: string },
    { ownOrigin, origin }: { ownOrigin: string; origin: RequestOrigin },
  ): Promise<IssuedSession> {
    const holder = await this.#holders.account(project, idToken)
    const passkey = await this.#judge(holder, answer, { ownOrigin, address: origin.address })
    const { account, token, realm } = holder
    const admitted = await this.#signIns.admitLinked(realm, token, { signInProvider: PASSKEY_PROVIDER }, origin)
    const changed = await this.#accounts.update(realm, account.uid, 'updated', (current) => {
      assertStillOpen(current, token)
      assertRoom(current)
      if (passkeysOf(current).some(({ id }) => id === passkey.id)) throw identityError('PASSKEY_ALREADY_EXISTS')
      return { account: { ...current, passkeys: [...passkeysOf(current), passkey] } }
    })
    const goesOn = token.sessionId !== undefined && token.signInProvider !== 'anonymous'
    const session = goesOn ? await this.#sessions.replaceToken(realm, changed, token.sessionId) : undefined
    if (session !== undefined) return await this.#signIns.issue(realm, session)
    return await this.#signIns.completeLinked(realm, token, admitted, () => {})
  }

  async #judge(
    { account, token, realm }: AccountHolder,
    answer: RegistrationAnswer & { readonly name: string },
    { ownOrigin, address }: { ownOrigin: string; address: string },
  ): Promise<Passkey> {
    if (answer.name.length > PASSKEY_NAME_CHARACTERS_MAX) throw identityError('INVALID_DISPLAY_NAME')
    const found = await this.#parties.get(realm, ownOrigin)
    // Right ones count, too: each is remembered for as long as its challenge lasts.
    if (this.#limited) AttemptLimiter.spend([this.#attempts.at(`${realm}/${account.uid}`)])
    const isGoodChallenge = (challenge: string): boolean => this.#challenges.isGood(challenge, useOf(token))
    const { key, challenge } = await verifyRegistration(answer, { ...found, isGoodChallenge })
    // What adds nothing uses nothing up.
    assertRoom(account)
    const owner = await this.#accounts.findBy(realm, { kind: 'passkey', id: key.id })
    if (owner !== undefined) throw identityError('PASSKEY_ALREADY_EXISTS')
    this.#challenges.spend(challenge, { project: projectOf(realm), address })
    const { rpId } = found.party
    const userHandle = userHandleOf(realm, account)
    return { ...key, name: answer.name, rpId, userHandle, enrolledAt: this.#clock.nowMs() }
  }
}

function useOf({ realm, uid, sessionId, authTime }: VerifiedIdToken): string {
  return JSON.stringify(['enrolment', realm, uid, sessionId ?? authTime])
}

/**
 * The same for all passkeys of an account, and nothing that tells who that is: authenticators show it to whoever holds them (WebAuthn,
 * 14.6.1). In hexadecimal, as challenges are: 144 bits of a hash, written in characters that each stand for six bits in base64.
 */
function userHandleOf(realm: Realm, { uid }: Account): string {
  return createHash('sha256')
    .update(JSON.stringify([realm, uid]))
    .digest('hex')
    .slice(0, HANDLE_CHARACTERS)
}

function assertRoom(account: Account): void {
  if (passkeysOf(account).length >= PASSKEYS_MAX) throw identityError('PASSKEY_LIMIT_EXCEEDED')
}
