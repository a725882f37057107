import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import { parseEmail } from '../accounts/account-fields.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AddressClaims } from '../accounts/address-claims.ts'
import { isOfFormerEmail, withFormerEmails } from '../accounts/former-emails.ts'
import type { Admission } from './admission.ts'
import type { ActionCodes } from '../messages/action-codes.ts'
import type { ActionMails, MailRequest } from '../messages/action-mails.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { SignInOutcome, SignIns } from './sign-ins.ts'
import { assertStillOpen, type TokenHolders } from '../tokens/token-holders.ts'

const method = { signInProvider: 'password' } as const

interface EmailLinkParts {
  readonly accounts: Accounts
  readonly admission: Admission
  readonly claims: AddressClaims
  readonly sessions: Sessions
  readonly codes: ActionCodes
  readonly mails: ActionMails
  readonly holders: TokenHolders
  readonly signIns: SignIns
  readonly settings: IdentitySettings
  readonly clock: Clock
}

/** Signing in by a link from a mail, and making an address the way into an account that is signed in. */
export class EmailLinkSignIn {
  readonly #parts: EmailLinkParts

  constructor(parts: EmailLinkParts) {
    this.#parts = parts
  }

  /**
   * Makes the account when there is none. Throws `INVALID_OOB_CODE`, `EXPIRED_OOB_CODE`, `INVALID_EMAIL` when the link was sent to
   * another address, `OPERATION_NOT_ALLOWED`, `USER_DISABLED`, `ADMIN_ONLY_OPERATION` where visitors make no accounts.
   */
  async signIn(
    realm: string,
    credential: { email: string; code: string },
    origin: RequestOrigin,
  ): Promise<SignInOutcome & { readonly isNewUser: boolean }> {
    const email = await this.#redeem(realm, credential)
    const { uid, isNewUser } = await this.#enter(realm, email, origin).catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.reason !== 'EMAIL_EXISTS') throw error
      // Another account got the address at the same moment, or lost it: whose it is now has to be asked again.
      return this.#enter(realm, email, origin)
    })
    const issued = await this.#parts.signIns.complete(realm, uid, { method, origin }, (current) => {
      const isAnothers = current.email !== email || isOfFormerEmail(current, this.#parts.clock.nowMs())
      if (isAnothers) throw identityError('INVALID_OOB_CODE')
    })
    return { ...issued, isNewUser }
  }

  /** Makes the address the account's own. Throws as `signIn`, `EMAIL_EXISTS`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. */
  async link(
    project: string,
    idToken: string,
    credential: { email: string; code: string },
    request: RequestOrigin & MailRequest,
  ): Promise<SignInOutcome & { readonly isNewUser: boolean }> {
    const { account, token, realm } = await this.#parts.holders.recentAccount(project, idToken)
    // Only those who got the link are told whether somebody has the address; it stays good for signing in to that account.
    const email = await this.#check(realm, credential)
    const owner = await this.#parts.accounts.findBy(realm, { kind: 'email', email })
    if (owner !== undefined && owner.uid !== account.uid) throw identityError('EMAIL_EXISTS')
    if (email !== account.email) this.#parts.mails.countChange(realm, account, request)
    await this.#parts.codes.redeem(realm, credential.code)
    const linked = await this.#parts.signIns.admitLinked(realm, token, method, request)
    const session = await this.#parts.sessions.beginAnew(realm, account.uid, token, linked, (current) => {
      assertStillOpen(current, token)
      const changed = { ...current, email, emailVerified: true, emailLinkSignIn: true }
      return withFormerEmails(changed, current, this.#parts.clock.nowMs())
    })
    await this.#parts.mails.tellOldAddress(realm, account, session.account, request)
    return { ...(await this.#parts.signIns.issue(realm, session)), isNewUser: false }
  }

  async #redeem(realm: string, credential: { email: string; code: string }): Promise<string> {
    const email = await this.#check(realm, credential)
    const known = await this.#parts.accounts.findBy(realm, { kind: 'email', email })
    if (known !== undefined) await this.#parts.claims.leadsElsewhere(realm, known)
    return (await this.#parts.codes.redeem(realm, credential.code)).email
  }

  /** Whether the link was sent to the address, which it answers; without using it. */
  async #check(realm: string, { email, code }: { email: string; code: string }): Promise<string> {
    const action = await this.#parts.codes.find(realm, code)
    if (action.kind !== 'EMAIL_SIGNIN') throw identityError('INVALID_OOB_CODE')
    if (!(await this.#parts.settings.get(realm)).emailLinkSignIn) throw identityError('OPERATION_NOT_ALLOWED')
    if (action.email !== parseEmail(email)) {
      throw identityError('INVALID_EMAIL', 'The link was sent to another e-mail address.')
    }
    return action.email
  }

  /** The account of whoever the address belongs to, made when there is none. Throws `EMAIL_EXISTS` when it changed hands meanwhile. */
  async #enter(realm: string, email: string, origin: RequestOrigin): Promise<{ uid: string; isNewUser: boolean }> {
    const { accounts, claims, settings, admission } = this.#parts
    const known = await accounts.findBy(realm, { kind: 'email', email })
    if (known !== undefined && !(await claims.release(realm, known))) {
      // The link shows that the address is theirs; what nobody had shown that for goes with its sessions.
      if (!known.emailVerified || known.emailLinkSignIn !== true) {
        await claims.enter(realm, known, (claimed) => ({ ...claimed, emailLinkSignIn: true }))
      }
      return { uid: known.uid, isNewUser: false }
    }
    if (!(await settings.get(realm)).signUp) throw identityError('ADMIN_ONLY_OPERATION')
    const wanted = { project: realm, email, emailVerified: true, emailLinkSignIn: true }
    return { uid: (await admission.create(wanted, method, origin)).uid, isNewUser: true }
  }
}
