import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import { parsePhoneNumber } from '../accounts/account-fields.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Admission } from './admission.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { StoreOf } from '../store-of.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import type { PhoneCodes } from './phone-codes.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { SignInOutcome, SignIns } from './sign-ins.ts'
import { assertStillOpen, type TokenHolders } from '../tokens/token-holders.ts'

/** A code that came by text message, or the proof that one was right before. */
export type PhoneCredential =
  | { readonly kind: 'code'; readonly sessionInfo: string; readonly code: string }
  | { readonly kind: 'proof'; readonly phoneNumber: string; readonly proof: string }

/** How a sign-in by phone ended. */
export type PhoneOutcome =
  | {
      readonly kind: 'signed-in'
      readonly issued: SignInOutcome
      readonly phoneNumber: string
      readonly isNewUser: boolean
    }
  /** The number belongs to another account; the proof signs in to that one. */
  | { readonly kind: 'belongs-to-other'; readonly phoneNumber: string; readonly proof: string }

const PROOF_LIFE_MS = 10 * 60 * 1000
const method = { signInProvider: 'phone' } as const

/** Signing in by a phone number, and adding one to an account. */
export class PhoneSignIn {
  readonly #accounts: Accounts
  readonly #admission: Admission
  readonly #codes: PhoneCodes
  readonly #proofs: OneTimeCodes<{ readonly phoneNumber: string }>
  readonly #holders: TokenHolders
  readonly #signIns: SignIns
  readonly #settings: IdentitySettings

  constructor(options: {
    storeOf: StoreOf
    accounts: Accounts
    admission: Admission
    codes: PhoneCodes
    holders: TokenHolders
    signIns: SignIns
    settings: IdentitySettings
    clock: Clock
    random: Random
  }) {
    const { storeOf, clock, random } = options
    this.#accounts = options.accounts
    this.#admission = options.admission
    this.#codes = options.codes
    this.#proofs = new OneTimeCodes({ storeOf, clock, random, space: 'phone-proof' })
    this.#holders = options.holders
    this.#signIns = options.signIns
    this.#settings = options.settings
  }

  /** Sends a code for a sign-in. Throws `OPERATION_NOT_ALLOWED` by the project's settings and what `PhoneCodes.send` throws. */
  async sendCode(realm: string, phoneNumber: string, request: RequestOrigin): Promise<string> {
    if (!(await this.#settings.get(realm)).phoneSignIn) {
      throw identityError('OPERATION_NOT_ALLOWED', 'Sign-in by phone is switched off for this project.')
    }
    return await this.#codes.send(realm, phoneNumber, request)
  }

  /**
   * Makes the account when there is none, unless `autoCreate` is false. Throws what `PhoneCodes.redeem` throws,
   * `INVALID_TEMPORARY_PROOF`, `USER_NOT_FOUND`, `ADMIN_ONLY_OPERATION`, `USER_DISABLED`.
   */
  async signIn(
    realm: string,
    credential: PhoneCredential,
    options: { autoCreate: boolean; origin: RequestOrigin },
  ): Promise<PhoneOutcome> {
    const phoneNumber = await this.#redeem(realm, credential, options.origin)
    const { uid, isNewUser } = await this.#ensureAccount(realm, phoneNumber, options)
    const issued = await this.#signIns.complete(realm, uid, { method, origin: options.origin }, (current) =>
      assertHasNumber(current, phoneNumber),
    )
    return { kind: 'signed-in', issued, phoneNumber, isNewUser }
  }

  /** Gives the account that is signed in the number, in place of one it had. Throws as `signIn`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. */
  async link(
    project: string,
    idToken: string,
    credential: PhoneCredential,
    origin: RequestOrigin,
  ): Promise<PhoneOutcome> {
    const { account, token, realm } = await this.#holders.recentAccount(project, idToken)
    const phoneNumber = await this.#redeem(realm, credential, origin)
    const admitted = await this.#signIns.admitLinked(realm, token, method, origin)
    try {
      await this.#accounts.update(realm, account.uid, 'updated', (current) => {
        assertStillOpen(current, token)
        return { account: { ...current, phoneNumber } }
      })
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'PHONE_NUMBER_EXISTS') throw error
      return {
        kind: 'belongs-to-other',
        phoneNumber,
        proof: await this.#proofs.issue(realm, { phoneNumber }, { lifeMs: PROOF_LIFE_MS }),
      }
    }
    const issued = await this.#signIns.completeLinked(realm, token, admitted, (current) =>
      assertHasNumber(current, phoneNumber),
    )
    return { kind: 'signed-in', issued, phoneNumber, isNewUser: false }
  }

  async #redeem(realm: string, credential: PhoneCredential, origin: RequestOrigin): Promise<string> {
    if (credential.kind === 'code') {
      return await this.#codes.redeem(realm, credential.sessionInfo, credential.code, origin)
    }
    const phoneNumber = parsePhoneNumber(credential.phoneNumber)
    const isRight = (content: { phoneNumber: string }): boolean => content.phoneNumber === phoneNumber
    const found = await this.#proofs.redeem(realm, credential.proof, { isRight, failuresMax: 1 })
    if (found.kind !== 'valid') throw identityError('INVALID_TEMPORARY_PROOF')
    return found.content.phoneNumber
  }

  async #ensureAccount(
    realm: string,
    phoneNumber: string,
    { autoCreate, origin }: { autoCreate: boolean; origin: RequestOrigin },
  ): Promise<{ uid: string; isNewUser: boolean }> {
    const known = await this.#accounts.findBy(realm, { kind: 'phone', phoneNumber })
    if (known !== undefined) return { uid: known.uid, isNewUser: false }
    if (!autoCreate) throw identityError('USER_NOT_FOUND')
    if (!(await this.#settings.get(realm)).signUp) throw identityError('ADMIN_ONLY_OPERATION')
    try {
      const account = await this.#admission.create({ project: realm, phoneNumber }, method, origin)
      return { uid: account.uid, isNewUser: true }
    } catch (error) {
      // Signed up from another device at the same moment.
      if (!(error instanceof StatusError) || error.reason !== 'PHONE_NUMBER_EXISTS') throw error
      return await this.#ensureAccount(realm, phoneNumber, { autoCreate: false, origin })
    }
  }
}

function assertHasNumber(account: Account, phoneNumber: string): void {
  if (account.phoneNumber !== phoneNumber) throw identityError('INVALID_CODE', 'The number was removed meanwhile.')
}
