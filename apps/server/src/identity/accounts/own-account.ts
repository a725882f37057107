import type { Clock } from '../../lib/ambient.ts'
import type { Account } from './account.ts'
import { editAccount, type AccountEdit } from './account-edit.ts'
import { parseEmail } from './account-fields.ts'
import { withFormerEmails } from './former-emails.ts'
import type { Accounts } from './accounts.ts'
import type { VerifiedIdToken } from '../tokens/id-tokens.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { ActionMails, MailRequest } from '../messages/action-mails.ts'
import type { RequestOrigin } from '../sign-in/request-origin.ts'
import type { PasswordHasher } from '../passwords/password-hasher.ts'
import { projectOf } from '../realm.ts'
import { validatePassword } from '../passwords/password-policy.ts'
import type { Session, Sessions, SignInMethod } from '../sessions/sessions.ts'
import type { IssuedSession, SignIns } from '../sign-in/sign-ins.ts'
import { type AccountHolder, assertStillOpen, type TokenHolders } from '../tokens/token-holders.ts'

/** What users may change of their own account. */
export type OwnEdit = Pick<
  AccountEdit,
  'displayName' | 'photoUrl' | 'email' | 'deleteAttributes' | 'deleteProviders' | 'deletePasskeys'
> & {
  readonly password?: string | undefined
  /** Ends every session, this one too. */
  readonly signOutEverywhere?: boolean | undefined
  /** The client wants ID tokens that show the change. */
  readonly wantsTokens?: boolean | undefined
}

/** What a user does with their own account, by an ID token. All throw what `IdTokens.verifyIdToken` throws. */
export class OwnAccount {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #holders: TokenHolders
  readonly #signIns: SignIns
  readonly #mails: ActionMails
  readonly #settings: IdentitySettings
  readonly #hasher: PasswordHasher
  readonly #clock: Clock

  constructor(options: {
    accounts: Accounts
    sessions: Sessions
    holders: TokenHolders
    signIns: SignIns
    mails: ActionMails
    settings: IdentitySettings
    hasher: PasswordHasher
    clock: Clock
  }) {
    this.#accounts = options.accounts
    this.#sessions = options.sessions
    this.#holders = options.holders
    this.#signIns = options.signIns
    this.#mails = options.mails
    this.#settings = options.settings
    this.#hasher = options.hasher
    this.#clock = options.clock
  }

  /**
   * Changes the account in the realm of its token, and tells the address before. Tokens come with it when the sessions so far have ended
   * by it, or when they are wanted. Throws `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` for a change of e-mail address, password, linked providers or passkeys
   * without a recent sign-in, `OPERATION_NOT_ALLOWED` for a new address where e-mail privacy is on, `EMAIL_EXISTS`, and what
   * `validatePassword` and the fields' parsers throw.
   */
  async update(
    project: string,
    idToken: string,
    edit: OwnEdit,
    request: MailRequest,
  ): Promise<{ account: Account; issued: IssuedSession | undefined }> {
    const holder = await this.#holders.account(project, idToken)
    const changed = await this.#change(holder, edit, request)
    await this.#mails.tellOldAddress(holder.realm, holder.account, changed.account, request)
    return changed
  }

  async #change(
    holder: AccountHolder,
    edit: OwnEdit,
    request: MailRequest,
  ): Promise<{ account: Account; issued: IssuedSession | undefined }> {
    const { account, token, realm } = holder
    const newEmail = edit.email === undefined || parseEmail(edit.email) === account.email ? undefined : edit.email
    const { password, signOutEverywhere = false, wantsTokens = false } = edit
    const takesWaysIn = [...(edit.deleteProviders ?? []), ...(edit.deletePasskeys ?? [])].length > 0
    if (newEmail !== undefined || password !== undefined || takesWaysIn) {
      this.#holders.assertRecent(holder)
    }
    if (newEmail !== undefined) await this.#refuseUnderPrivacy(realm)
    // What is wrong with the request is found before it is counted and before the password is hashed, which is dear.
    editAccount(account, edit)
    if (password !== undefined) await this.#validateNew(realm, password)
    if (newEmail !== undefined) {
      this.#countNewEmail(realm, account, request)
      await this.#refuseTakenEmail(realm, newEmail)
    }
    const passwordFields = password === undefined ? undefined : await this.#hashNew(holder, password, request)
    const change = (current: Account): Account => {
      assertStillOpen(current, token)
      return this.#after(current, { ...editAccount(current, edit), ...passwordFields })
    }

    if (signOutEverywhere) {
      const ended = await this.#sessions.endAll(realm, account.uid, change, 'revokedByItself')
      return { account: ended, issued: undefined }
    }
    if (newEmail !== undefined || passwordFields !== undefined) {
      const method = await this.#methodAfter(realm, token, passwordFields !== undefined)
      const session = await this.#sessions.beginAnew(realm, account.uid, token, method, change)
      return { account: session.account, issued: await this.#signIns.issue(realm, session) }
    }
    const changed = await this.#accounts.update(realm, account.uid, 'updated', (current) => ({
      account: change(current),
    }))
    const session = wantsTokens ? await this.#goOn(realm, changed, token) : undefined
    const issued = session === undefined ? undefined : await this.#signIns.issue(realm, session)
    return { account: changed, issued }
  }

  /** Gives an account that has none a password. Throws as `update`, `PROVIDER_ALREADY_LINKED`, and what `Admission.admit` throws. */
  async linkPassword(
    project: string,
    idToken: string,
    credential: { email: string; password: string },
    request: RequestOrigin & MailRequest,
  ): Promise<IssuedSession> {
    const holder = await this.#holders.account(project, idToken)
    const { account, token, realm } = holder
    if (!(await this.#settings.get(realm)).passwordSignIn) throw identityError('OPERATION_NOT_ALLOWED')
    if (account.passwordHash !== undefined) throw identityError('PROVIDER_ALREADY_LINKED')
    this.#holders.assertRecent(holder)
    await this.#validateNew(realm, credential.password)
    if (parseEmail(credential.email) !== account.email) {
      if (account.email !== undefined) await this.#refuseUnderPrivacy(realm)
      this.#countNewEmail(realm, account, request)
      await this.#refuseTakenEmail(realm, credential.email)
    }
    const passwordFields = await this.#hashNew(holder, credential.password, request)
    const method = await this.#signIns.admitLinked(realm, token, { signInProvider: 'password' }, request)
    const session = await this.#sessions.beginAnew(realm, account.uid, token, method, (current) => {
      assertStillOpen(current, token)
      if (current.passwordHash !== undefined) throw identityError('PROVIDER_ALREADY_LINKED')
      return this.#after(current, { ...editAccount(current, { email: credential.email }), ...passwordFields })
    })
    await this.#mails.tellOldAddress(realm, account, session.account, request)
    return await this.#signIns.issue(realm, session)
  }

  /** Throws `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. */
  async delete(project: string, idToken: string): Promise<void> {
    const holder = await this.#holders.account(project, idToken)
    const { account, token, realm } = holder
    this.#holders.assertRecent(holder)
    await this.#accounts.delete(realm, account.uid, {
      allow: (current) => assertStillOpen(current, token),
      mayLeaveNone: true,
    })
  }

  /** With e-mail privacy an address is verified before it changes: one that is taken and one that is free would have different answers. */
  async #refuseUnderPrivacy(realm: string): Promise<void> {
    if (!(await this.#settings.get(realm)).emailPrivacy) return
    throw identityError('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  }

  /** The first address of an account that was none's until now is counted like that of a sign-up, whose answers tell the same. */
  #countNewEmail(realm: string, account: Account, request: MailRequest): void {
    if (account.email === undefined) this.#signIns.countSignUp(realm, request.address)
    else this.#mails.countChange(realm, account, request)
  }

  /** Before the password is hashed, which is dear; the commit asks again. */
  async #refuseTakenEmail(project: string, email: string): Promise<void> {
    if ((await this.#accounts.findByEmail(project, email)) !== undefined) throw identityError('EMAIL_EXISTS')
  }

  async #validateNew(realm: string, password: string): Promise<void> {
    validatePassword((await this.#settings.get(realm)).passwordPolicy, password)
  }

  async #hashNew(
    { realm, account }: AccountHolder,
    password: string,
    { address }: MailRequest,
  ): Promise<Pick<Account, 'passwordHash' | 'passwordUpdatedAt'>> {
    const asker = { project: projectOf(realm), address, account: `${realm}/${account.uid}` }
    const passwordHash = await this.#hasher.hash(password, asker)
    return { passwordHash, passwordUpdatedAt: this.#clock.nowMs() }
  }

  #after(before: Account, account: Account): Account {
    return withFormerEmails(account, before, this.#clock.nowMs())
  }

  /** The token's own session under a new refresh token; undefined when the token names none that goes on. */
  async #goOn(realm: string, account: Account, token: VerifiedIdToken): Promise<Session | undefined> {
    if (token.sessionId === undefined) return undefined
    return await this.#sessions.replaceToken(realm, account, token.sessionId)
  }

  /** How the session that goes on was signed in to. With a password an account is anonymous no more. */
  async #methodAfter(realm: string, token: VerifiedIdToken, hasNewPassword: boolean): Promise<SignInMethod> {
    const method =
      token.sessionId === undefined ? undefined : await this.#sessions.findMethod(realm, token.uid, token.sessionId)
    if (token.signInProvider === 'anonymous' && hasNewPassword) {
      return { signInProvider: 'password', device: method?.device }
    }
    return method ?? { signInProvider: token.signInProvider, secondFactor: token.secondFactor }
  }
}
