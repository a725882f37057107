import { createHash } from 'node:crypto'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { isRevokedSince, type RevocationMark, revocationMarkOf } from '../accounts/revocation.ts'
import type { Admission } from './admission.ts'
import { AttemptLimiter } from '../passwords/attempt-limiter.ts'
import { identityError } from '../identity-error.ts'
import type { StoreOf } from '../store-of.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import type { PhoneCodes } from './phone-codes.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Session, Sessions, SignInMethod } from '../sessions/sessions.ts'
import { type TotpSecrets, findTotpStep } from './totp.ts'

/** What a user brings as the second proof. */
export type SecondProof =
  | { readonly kind: 'phone'; readonly sessionInfo: string; readonly code: string }
  | { readonly kind: 'totp'; readonly factorId: string; readonly code: string }

/** A sign-in whose first factor was right. */
interface PendingSignIn extends RevocationMark {
  readonly uid: string
  readonly method: SignInMethod
  /** Of the first factor, as `firstFactorOf` tells it: whatever takes it from the account ends this as well. */
  readonly firstFactor: string
}

const MINUTE_MS = 60_000
const PENDING_LIFE_MS = 10 * MINUTE_MS
const WRONG_PROOFS_MAX = 5
/** Of one account. More than one, so that who knows the password alone does not end each sign-in of the owner by one of their own. */
const PENDING_MAX = 3

/** The second half of a sign-in, for accounts that have second factors. */
export class SecondFactorSignIn {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #admission: Admission
  readonly #pending: OneTimeCodes<PendingSignIn>
  readonly #phoneCodes: PhoneCodes
  readonly #clock: Clock
  readonly #totpSecrets: TotpSecrets
  readonly #limited: boolean
  readonly #failures: AttemptLimiter

  constructor(options: {
    storeOf: StoreOf
    accounts: Accounts
    sessions: Sessions
    admission: Admission
    phoneCodes: PhoneCodes
    totpSecrets: TotpSecrets
    clock: Clock
    random: Random
    limited: boolean
  }) {
    const { storeOf, clock, random } = options
    this.#accounts = options.accounts
    this.#sessions = options.sessions
    this.#admission = options.admission
    this.#pending = new OneTimeCodes({
      storeOf,
      clock,
      random,
      space: 'pending-sign-in',
      keepsReplaced: true,
      validAtOnce: PENDING_MAX,
    })
    this.#phoneCodes = options.phoneCodes
    this.#clock = clock
    this.#totpSecrets = options.totpSecrets
    this.#limited = options.limited
    this.#failures = new AttemptLimiter(
      { attempts: 10, windowMs: 10 * MINUTE_MS, waits: { firstMs: 30_000, maxMs: 15 * MINUTE_MS }, atOnce: 1 },
      clock,
    )
  }

  /**
   * Notes that the first factor was right; the answer is what the second one is to be brought with. Good for ten minutes, or until three newer
   * sign-ins of the account came as far.
   */
  async begin(realm: string, account: Account, method: SignInMethod): Promise<string> {
    const { uid } = account
    const pending: PendingSignIn = {
      ...revocationMarkOf(account),
      uid,
      method,
      firstFactor: firstFactorOf(account, method),
    }
    return await this.#pending.issue(realm, pending, { lifeMs: PENDING_LIFE_MS, subject: uid })
  }

  /** Sends a code to the number of a factor. Throws `INVALID_MFA_PENDING_CREDENTIAL`, `MFA_ENROLLMENT_NOT_FOUND`. */
  async sendCode(realm: string, pendingCredential: string, factorId: string, request: RequestOrigin): Promise<string> {
    const { account, isReplaced } = await this.#find(realm, pendingCredential)
    if (isReplaced) throw identityError('INVALID_MFA_PENDING_CREDENTIAL')
    const factor = factorsOf(account).find(({ id }) => id === factorId)
    if (factor?.kind !== 'phone') throw identityError('MFA_ENROLLMENT_NOT_FOUND')
    return await this.#phoneCodes.send(realm, factor.phoneNumber, request)
  }

  /**
   * Begins the session. Five wrong proofs end the sign-in that is under way, ten within ten minutes make the account wait, with however many sign-ins they
   * are brought; they are judged one at a time. To a sign-in that three newer ones took the place of every proof is a wrong one. Throws
   * `INVALID_CODE`, `INVALID_SESSION_INFO`, `SESSION_EXPIRED`, `TOO_MANY_ATTEMPTS_TRY_LATER`, what
   * `Admission.admit` throws, and as `sendCode`.
   */
  async complete(
    realm: string,
    pendingCredential: string,
    proof: SecondProof,
    origin: RequestOrigin,
  ): Promise<Session> {
    const { pending, factor } = await this.#judge(realm, pendingCredential, proof, origin)
    const method = { ...pending.method, secondFactor: { kind: factor.kind, id: factor.id } }
    const admitted = await this.#admission.admit(realm, pending.uid, { method, origin })
    return await this.#sessions.begin(realm, pending.uid, admitted, (current) => assertPending(current, pending))
  }

  async #judge(
    realm: string,
    pendingCredential: string,
    proof: SecondProof,
    origin: RequestOrigin,
  ): Promise<{ pending: PendingSignIn; factor: SecondFactor }> {
    const { uid } = (await this.#find(realm, pendingCredential)).account
    const count = this.#failures.at(`${realm}/${uid}`)
    return await AttemptLimiter.take(this.#limited ? [count] : [], async (attempt) => {
      // As it is now, after those before it were judged.
      const { pending, account, isReplaced } = await this.#find(realm, pendingCredential)
      if (isReplaced) throw identityError('INVALID_CODE')
      const factor = await this.#verify(realm, account, proof, origin).catch(async (error: unknown) => {
        await this.#pending.redeem(realm, pendingCredential, { isRight: () => false, failuresMax: WRONG_PROOFS_MAX })
        throw error
      })
      const redeemed = await this.#pending.redeem(realm, pendingCredential)
      if (redeemed.kind !== 'valid') throw identityError('INVALID_MFA_PENDING_CREDENTIAL')
      attempt.giveBack()
      this.#failures.forget(count.key)
      return { pending, factor }
    })
  }

  async #find(
    realm: string,
    pendingCredential: string,
  ): Promise<{ pending: PendingSignIn; account: Account; isReplaced: boolean }> {
    const found = await this.#pending.find(realm, pendingCredential)
    if (found.kind !== 'valid' && found.kind !== 'replaced') throw identityError('INVALID_MFA_PENDING_CREDENTIAL')
    const account = await this.#accounts.find(realm, found.content.uid)
    if (account === undefined) throw identityError('INVALID_MFA_PENDING_CREDENTIAL')
    assertPending(account, found.content)
    return { pending: found.content, account, isReplaced: found.kind === 'replaced' }
  }

  async #verify(realm: string, account: Account, proof: SecondProof, origin: RequestOrigin): Promise<SecondFactor> {
    if (proof.kind === 'phone') {
      const phoneNumber = await this.#phoneCodes.redeem(realm, proof.sessionInfo, proof.code, origin)
      const factor = factorsOf(account).find((one) => one.kind === 'phone' && one.phoneNumber === phoneNumber)
      if (factor === undefined) throw identityError('MFA_ENROLLMENT_NOT_FOUND')
      return factor
    }
    let used: SecondFactor | undefined
    await this.#accounts.update(realm, account.uid, 'updated', (current) => {
      const factor = factorsOf(current).find(({ id }) => id === proof.factorId)
      if (factor?.kind !== 'totp') throw identityError('MFA_ENROLLMENT_NOT_FOUND')
      const secret = this.#totpSecrets.open(realm, account.uid, factor.secret)
      const { lastStep } = factor
      const step = findTotpStep(secret, proof.code, { nowMs: this.#clock.nowMs(), lastStep })
      if (step === undefined) throw identityError('INVALID_CODE')
      const marked = { ...factor, secret: this.#totpSecrets.seal(realm, account.uid, secret), lastStep: step }
      used = marked
      return {
        account: { ...current, secondFactors: factorsOf(current).map((one) => (one.id === factor.id ? marked : one)) },
      }
    })
    if (used === undefined) throw new Error('an update without a change')
    return used
  }
}

/** What was shown first may be gone meanwhile, and the sessions of the account over. */
function assertPending(account: Account, pending: PendingSignIn): void {
  if (!isRevokedSince(pending, account) && firstFactorOf(account, pending.method) === pending.firstFactor) return
  throw identityError('INVALID_MFA_PENDING_CREDENTIAL')
}

/**
 * A hash of what `method` needs of an account: its password and address (links from mails are of that method, too), number or
 * provider's user.
 */
function firstFactorOf(account: Account, { signInProvider }: SignInMethod): string {
  const { passwordHash, email, emailLinkSignIn, phoneNumber, providers } = account
  const users = providers.filter(({ providerId }) => providerId === signInProvider).map(({ rawId }) => rawId)
  const needed =
    { password: [passwordHash, email, emailLinkSignIn], phone: [phoneNumber] }[signInProvider] ?? users.toSorted()
  return createHash('sha256').update(JSON.stringify(needed)).digest('base64url')
}

export function factorsOf(account: Account): readonly SecondFactor[] {
  return account.secondFactors ?? []
}
