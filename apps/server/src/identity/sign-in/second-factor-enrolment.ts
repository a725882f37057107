import type { Clock, Random } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import { newUid, parseDisplayName } from '../accounts/account-fields.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { StoreOf } from '../store-of.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import type { PhoneCodes } from './phone-codes.ts'
import type { RequestOrigin } from './request-origin.ts'
import { type SecondFactor, SECOND_FACTORS_MAX } from './second-factor.ts'
import { factorsOf } from './second-factor-sign-in.ts'
import type { Sessions, SignInMethod } from '../sessions/sessions.ts'
import type { IssuedSession, SignIns } from './sign-ins.ts'
import { type AccountHolder, assertStillOpen, type TokenHolders } from '../tokens/token-holders.ts'
import { type TotpSecrets, encodeBase32, findTotpStep, TOTP_SECRET_BYTES } from './totp.ts'

/** What shows that the new factor works. */
export type EnrolmentProof = {
  readonly kind: SecondFactor['kind']
  readonly sessionInfo: string
  readonly code: string
}

const TOTP_LIFE_MS = 10 * 60 * 1000
/** Sign-ins that are none of a person with a password, an address or a provider take no second factor, as with the vendor. */
const unsupportedFirstFactors: ReadonlySet<string> = new Set(['anonymous', 'custom', 'phone'])

/** How users add second factors to their account and remove them; all need a recent sign-in. */
export class SecondFactorEnrolment {
  readonly #sessions: Sessions
  readonly #enrolments: OneTimeCodes<{ readonly uid: string; readonly secret: string }>
  readonly #totpSecrets: TotpSecrets
  readonly #phoneCodes: PhoneCodes
  readonly #holders: TokenHolders
  readonly #signIns: SignIns
  readonly #settings: IdentitySettings
  readonly #clock: Clock
  readonly #random: Random

  constructor(options: {
    storeOf: StoreOf
    totpSecrets: TotpSecrets
    sessions: Sessions
    phoneCodes: PhoneCodes
    holders: TokenHolders
    signIns: SignIns
    settings: IdentitySettings
    clock: Clock
    random: Random
  }) {
    const { storeOf, clock, random } = options
    this.#sessions = options.sessions
    this.#totpSecrets = options.totpSecrets
    this.#enrolments = new OneTimeCodes({ storeOf, clock, random, space: 'totp-enrolment' })
    this.#phoneCodes = options.phoneCodes
    this.#holders = options.holders
    this.#signIns = options.signIns
    this.#settings = options.settings
    this.#clock = clock
    this.#random = random
  }

  /**
   * Sends a code to the number that is to be the factor. Throws `OPERATION_NOT_ALLOWED` by the project's settings, `UNVERIFIED_EMAIL`,
   * `UNSUPPORTED_FIRST_FACTOR`, `SECOND_FACTOR_EXISTS`, `SECOND_FACTOR_LIMIT_EXCEEDED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
   */
  async startPhone(project: string, idToken: string, phoneNumber: string, request: RequestOrigin): Promise<string> {
    const { account, realm } = await this.#admit(project, idToken, 'phone')
    if (factorsOf(account).some((factor) => factor.kind === 'phone' && factor.phoneNumber === phoneNumber)) {
      throw identityError('SECOND_FACTOR_EXISTS', 'Phone number already enrolled as second factor for this account.')
    }
    return await this.#phoneCodes.send(realm, phoneNumber, request)
  }

  /** A secret for an authenticator app, good for ten minutes. Throws as `startPhone`. */
  async startTotp(
    project: string,
    idToken: string,
  ): Promise<{ secret: string; sessionInfo: string; finalizeBefore: number }> {
    const { account, realm } = await this.#admit(project, idToken, 'totp')
    const secret = encodeBase32(this.#random.bytes(TOTP_SECRET_BYTES))
    const content = { uid: account.uid, secret: this.#totpSecrets.seal(realm, account.uid, secret) }
    const sessionInfo = await this.#enrolments.issue(realm, content, { lifeMs: TOTP_LIFE_MS, subject: account.uid })
    return { secret, sessionInfo, finalizeBefore: this.#clock.nowMs() + TOTP_LIFE_MS }
  }

  /** Adds the factor; every other session ends. Throws as `startPhone`, `INVALID_CODE`, `INVALID_SESSION_INFO`, `SESSION_EXPIRED`. */
  async finalize(
    project: string,
    idToken: string,
    proof: EnrolmentProof,
    { name, origin }: { name: string | undefined; origin: RequestOrigin },
  ): Promise<IssuedSession> {
    const holder = await this.#admit(project, idToken, proof.kind)
    const shown =
      proof.kind === 'phone'
        ? {
            kind: 'phone' as const,
            phoneNumber: await this.#phoneCodes.redeem(holder.realm, proof.sessionInfo, proof.code, origin),
          }
        : { kind: 'totp' as const, ...(await this.#redeemTotp(holder, proof)) }
    const displayName = name === undefined ? undefined : parseDisplayName(name)
    const factor: SecondFactor = {
      id: newUid(this.#random),
      displayName,
      enrolledAt: this.#clock.nowMs(),
      ...shown,
    }
    return await this.#change(holder, { kind: factor.kind, id: factor.id }, (current) => {
      assertRoom(current)
      return { ...current, secondFactors: [...factorsOf(current), factor] }
    })
  }

  /** Removes a factor; every other session ends. Throws `MFA_ENROLLMENT_NOT_FOUND`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. */
  async withdraw(project: string, idToken: string, factorId: string): Promise<IssuedSession> {
    const holder = await this.#holders.recentAccount(project, idToken)
    const used = holder.token.secondFactor
    const rest = used?.id === factorId ? undefined : used
    return await this.#change(holder, rest, (current) => {
      const others = factorsOf(current).filter(({ id }) => id !== factorId)
      if (others.length === factorsOf(current).length) throw identityError('MFA_ENROLLMENT_NOT_FOUND')
      return { ...current, secondFactors: others.length === 0 ? undefined : others }
    })
  }

  async #change(
    { account, token, realm }: AccountHolder,
    secondFactor: SignInMethod['secondFactor'],
    change: (account: Account) => Account,
  ): Promise<IssuedSession> {
    const known =
      token.sessionId === undefined ? undefined : await this.#sessions.findMethod(realm, account.uid, token.sessionId)
    const method = { ...(known ?? { signInProvider: token.signInProvider }), secondFactor }
    const session = await this.#sessions.beginAnew(realm, account.uid, token, method, (current) => {
      assertStillOpen(current, token)
      return change(current)
    })
    return await this.#signIns.issue(realm, session)
  }

  async #redeemTotp(
    { account, realm }: AccountHolder,
    proof: EnrolmentProof,
  ): Promise<{ secret: string; lastStep: number }> {
    let lastStep: number | undefined
    const isRight = (content: { uid: string; secret: string }): boolean => {
      if (content.uid !== account.uid) return false
      const secret = this.#totpSecrets.open(realm, account.uid, content.secret)
      lastStep = findTotpStep(secret, proof.code, { nowMs: this.#clock.nowMs(), lastStep: undefined })
      return lastStep !== undefined
    }
    const found = await this.#enrolments.redeem(realm, proof.sessionInfo, { isRight, failuresMax: 5 })
    if (found.kind === 'wrong') throw identityError('INVALID_CODE')
    if (found.kind === 'expired') throw identityError('SESSION_EXPIRED')
    if (found.kind === 'unknown' || lastStep === undefined) throw identityError('INVALID_SESSION_INFO')
    return { secret: found.content.secret, lastStep }
  }

  async #admit(project: string, idToken: string, kind: SecondFactor['kind']): Promise<AccountHolder> {
    const holder = await this.#holders.recentAccount(project, idToken)
    const { account, token, realm } = holder
    if (!(await this.#settings.get(realm)).secondFactors.includes(kind)) {
      const name = kind === 'phone' ? 'Text messages' : 'Authenticator apps'
      throw identityError('OPERATION_NOT_ALLOWED', `${name} as a second factor are switched off for this project.`)
    }
    if (unsupportedFirstFactors.has(token.signInProvider)) {
      throw identityError('UNSUPPORTED_FIRST_FACTOR', 'MFA is not available for the given first factor.')
    }
    if (account.email === undefined || !account.emailVerified) {
      throw identityError('UNVERIFIED_EMAIL', 'Need to verify email first before enrolling second factors.')
    }
    assertRoom(account)
    return holder
  }
}

function assertRoom(account: Account): void {
  if (factorsOf(account).length >= SECOND_FACTORS_MAX) throw identityError('SECOND_FACTOR_LIMIT_EXCEEDED')
}
