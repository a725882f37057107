import type { Clock } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AddressClaims } from '../accounts/address-claims.ts'
import { isRevokedSince } from '../accounts/revocation.ts'
import { enteredByEmail, isOfFormerEmail, recoveredByEmail, withFormerEmails } from '../accounts/former-emails.ts'
import type { Action, ActionCodes } from './action-codes.ts'
import type { LinkOptions } from './action-link.ts'
import type { ActionMails } from './action-mails.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { validatePassword } from '../passwords/password-policy.ts'
import { projectOf } from '../realm.ts'
import type { Admission } from '../sign-in/admission.ts'
import type { RequestOrigin } from '../sign-in/request-origin.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SignIns } from '../sign-in/sign-ins.ts'

/** What the holder of a code from a mail does with it; all throw `INVALID_OOB_CODE` and `EXPIRED_OOB_CODE`. */
export class ActionCodeUses {
  readonly #accounts: Accounts
  readonly #admission: Admission
  readonly #claims: AddressClaims
  readonly #sessions: Sessions
  readonly #signIns: SignIns
  readonly #codes: ActionCodes
  readonly #mails: ActionMails
  readonly #settings: IdentitySettings
  readonly #hasher: PasswordHasher
  readonly #clock: Clock

  constructor(options: {
    accounts: Accounts
    admission: Admission
    claims: AddressClaims
    sessions: Sessions
    signIns: SignIns
    codes: ActionCodes
    mails: ActionMails
    settings: IdentitySettings
    hasher: PasswordHasher
    clock: Clock
  }) {
    this.#accounts = options.accounts
    this.#admission = options.admission
    this.#claims = options.claims
    this.#sessions = options.sessions
    this.#signIns = options.signIns
    this.#codes = options.codes
    this.#mails = options.mails
    this.#settings = options.settings
    this.#hasher = options.hasher
    this.#clock = options.clock
  }

  /** What a code is for; it stays good. */
  async check(realm: string, code: string): Promise<Action> {
    const action = await this.#codes.find(realm, code)
    // A reset that was asked for with an address nobody has leads nowhere; its code was never sent.
    if (action.uid === undefined && action.kind !== 'EMAIL_SIGNIN') throw identityError('INVALID_OOB_CODE')
    return action
  }

  /**
   * Sets a new password by the code of a reset mail, which also shows that the address is the account's. Every session ends. A
   * password that the policy refuses leaves the code good. Where the account is a former address's (`AddressClaims`) the holder of this one
   * gets an account of their own. Throws `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`, `USER_DISABLED`, `ADMIN_ONLY_OPERATION`
   * where visitors make no accounts.
   */
  async resetPassword(realm: string, code: string, newPassword: string, origin: RequestOrigin): Promise<Action> {
    const found = await this.#expect(realm, code, ['PASSWORD_RESET'])
    validatePassword((await this.#settings.get(realm)).passwordPolicy, newPassword)
    const uid = uidOf(found)
    const before = await this.#accounts.get(realm, uid)
    assertResettable(before, found)
    await this.#claims.leadsElsewhere(realm, before)
    const asker = { project: projectOf(realm), address: origin.address, account: `${realm}/${uid}` }
    const passwordHash = await this.#hasher.hash(newPassword, asker)
    const action = await this.#codes.redeem(realm, code)
    if (await this.#claims.release(realm, before)) {
      await this.#createFor(realm, action.email, passwordHash, origin)
      this.#signIns.forgetGuesses(realm, action.email, origin)
      return action
    }
    await this.#sessions.endAll(realm, uid, (account) => {
      assertResettable(account, action)
      const nowMs = this.#clock.nowMs()
      // It has become a former address's since it was looked at.
      if (isOfFormerEmail(account, nowMs)) throw identityError('INVALID_OOB_CODE')
      return { ...enteredByEmail(account, nowMs), passwordHash, passwordUpdatedAt: nowMs }
    })
    this.#signIns.forgetGuesses(realm, action.email, origin)
    return action
  }

  /**
   * Verifies an address, changes it, or takes a change back. Throws `EMAIL_EXISTS` when it was taken meanwhile, and what
   * `ActionMails.countChange` throws.
   */
  async apply(realm: string, code: string, options: LinkOptions): Promise<{ action: Action; account: Account }> {
    const found = await this.#expect(realm, code, ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL'])
    if (found.kind === 'VERIFY_AND_CHANGE_EMAIL') {
      this.#mails.countChange(realm, await this.#accounts.get(realm, uidOf(found)), options)
    }
    if (found.kind === 'RECOVER_EMAIL') {
      // Where it can't be taken back yet the code stays good.
      await this.#claims.reclaim(realm, await this.#accounts.get(realm, uidOf(found)), found.email)
    }
    const action = await this.#codes.redeem(realm, code)
    const uid = uidOf(action)
    switch (action.kind) {
      case 'VERIFY_EMAIL': {
        const account = await this.#accounts.update(realm, uid, 'updated', (current) => {
          assertStillAt(current, action.email)
          const verified = { ...current, emailVerified: true }
          return { account: withFormerEmails(verified, current, this.#clock.nowMs()) }
        })
        return { action, account }
      }
      case 'VERIFY_AND_CHANGE_EMAIL': {
        let before: Account | undefined
        const account = await this.#sessions.endAll(realm, uid, (current) => {
          if (current.email !== undefined) assertStillAt(current, action.email)
          // Somebody who was signed out since may have asked for it, the one whom the owner took the account back from.
          const { validSince, revocations } = action
          if (validSince !== undefined && isRevokedSince({ validSince, revocations }, current)) {
            throw identityError('INVALID_OOB_CODE')
          }
          before = current
          const changed = { ...current, email: action.newEmail, emailVerified: true }
          return withFormerEmails(changed, current, this.#clock.nowMs())
        })
        if (before !== undefined) await this.#mails.tellOldAddress(realm, before, account, options)
        return { action, account }
      }
      case 'RECOVER_EMAIL': {
        const account = await this.#sessions.endAll(realm, uid, (current) => {
          const recovered = recoveredByEmail(current, action.email, this.#clock.nowMs())
          if (recovered === undefined) throw identityError('INVALID_OOB_CODE')
          return recovered
        })
        return { action, account }
      }
      case 'PASSWORD_RESET':
      case 'EMAIL_SIGNIN':
        throw identityError('INVALID_OOB_CODE')
    }
  }

  async #createFor(realm: string, email: string, passwordHash: string, origin: RequestOrigin): Promise<void> {
    const wanted = { project: realm, email, emailVerified: true, passwordHash }
    await this.#admission.create(wanted, { signInProvider: 'password' }, origin)
  }

  async #expect(realm: string, code: string, kinds: readonly Action['kind'][]): Promise<Action> {
    const action = await this.check(realm, code)
    if (!kinds.includes(action.kind)) throw identityError('INVALID_OOB_CODE')
    return action
  }
}

/** A code for an address that the account has no more is void. */
function assertStillAt(account: Account, email: string): void {
  if (account.email !== email) throw identityError('INVALID_OOB_CODE')
}

function assertResettable(account: Account, { email }: Action): void {
  assertStillAt(account, email)
  if (account.disabled) throw identityError('USER_DISABLED')
}

function uidOf(action: Action): string {
  if (action.uid === undefined) throw identityError('INVALID_OOB_CODE')
  return action.uid
}
