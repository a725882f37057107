import type { Clock } from '../../lib/ambient.ts'
import type { Account } from '../accounts/account.ts'
import { parseEmail } from '../accounts/account-fields.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { revocationMarkOf } from '../accounts/revocation.ts'
import { mayTakeBack } from '../accounts/former-emails.ts'
import { type ActionCodes, type ActionKind, subjectOf } from './action-codes.ts'
import { formatActionLink, type LinkOptions, validateContinueUrl } from './action-link.ts'
import { type AttemptKey, AttemptLimiter, NetworkLimiter } from '../passwords/attempt-limiter.ts'
import { SharedAllowance } from '../passwords/shared-allowance.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import { projectOf, tenantOf } from '../realm.ts'
import type { TokenHolders } from '../tokens/token-holders.ts'

/** Mails with a code for the account they are about, and the console's invitations into a project. */
export type MailKind = ActionKind | 'INVITATION'

/** A mail with a code in it. */
export interface ActionMail {
  readonly kind: MailKind
  readonly to: string
  /** The account's address, which `VERIFY_AND_CHANGE_EMAIL` is not sent to. */
  readonly email: string
  readonly code: string
  /** What there is one good code for; of an invitation undefined. */
  readonly subject?: string | undefined
  readonly link: string
  /** `VERIFY_AND_CHANGE_EMAIL`, `RECOVER_EMAIL`: the address that the account changes or has changed to. */
  readonly newEmail?: string | undefined
  readonly displayName?: string | undefined
  /** What it is about, where that is not the project it is sent for: the project of an invitation. */
  readonly appName?: string | undefined
  /** A language tag. */
  readonly locale?: string | undefined
}

/**
 * A mail that is asked for. Its code is made when it is sent: none lies in the data folder while it waits, and the last
 * attempt carries one as fresh as the first.
 */
export type MailOrder = ActionOrder | InvitationOrder

export interface ActionOrder extends LinkOptions {
  readonly kind: ActionKind
  /** The account's address, which `VERIFY_AND_CHANGE_EMAIL` is not sent to. */
  readonly email: string
  readonly newEmail?: string | undefined
  readonly uid?: string | undefined
  /** `VERIFY_AND_CHANGE_EMAIL`: the account's when it was asked for, both. */
  readonly validSince?: number | undefined
  readonly revocations?: number | undefined
  readonly displayName?: string | undefined
}

/** An invitation of the project `console`, by the id of its document. */
export interface InvitationOrder extends Pick<LinkOptions, 'origin' | 'locale'> {
  readonly kind: 'INVITATION'
  readonly email: string
  readonly project: string
  readonly invitation: string
}

/** Makes the code that is ordered, and the mail with it. */
export type WriteMail = (realm: string, order: MailOrder) => Promise<ActionMail>

export type WriteInvitation = (order: InvitationOrder) => Promise<ActionMail>

/** What takes mails. */
export interface Mails {
  /** Why none can be sent, in a sentence; undefined when they can. */
  readonly obstacle: string | undefined
  /** To be called once, before anything is sent. */
  writeWith(write: WriteMail): void
  send(realm: string, order: MailOrder): Promise<void>
  /** Does the work of `send` and sends nothing, so that the time of an answer doesn't tell who has an account. */
  pretend(realm: string, order: MailOrder): Promise<void>
  /** Told of each code of a mail that was used. */
  codeUsed?(realm: string, code: string): void
  /** Told that the codes of mails about a subject that were written until now are void. */
  codesReplaced?(realm: string, subject: string): void
}

/** Of a server that has no way to send any. */
export const noMails: Mails = {
  obstacle: 'Mails are not set up on this server.',
  writeWith: () => undefined,
  send: async () => undefined,
  pretend: async () => undefined,
}

/** Who asks for a mail, and what its link is made from. */
export interface MailRequest extends LinkOptions {
  /** Where the request comes from. */
  readonly address: string
}

const HOUR_MS = 60 * 60 * 1000
/** In an hour; the last 250 are for networks that asked for few. */
const MAILS_OF_PROJECT_MAX = 1_000

/** Asks for mails with codes, by the people they are for. */
export class ActionMails {
  readonly #accounts: Accounts
  readonly #codes: ActionCodes
  readonly #holders: TokenHolders
  readonly #settings: IdentitySettings
  readonly #mails: Mails
  readonly #actionPath: string
  readonly #clock: Clock
  readonly #limited: boolean
  readonly #toAddress: AttemptLimiter
  readonly #fromAddress: NetworkLimiter
  /** Whoever asks, programs included: the mails of every project go out in the name of the one who runs the server. */
  readonly #ofProject: SharedAllowance
  readonly #writeInvitation: WriteInvitation

  /** `limited` is false under `hearth dev`, where test suites ask for thousands. */
  constructor(options: {
    accounts: Accounts
    codes: ActionCodes
    holders: TokenHolders
    settings: IdentitySettings
    mails: Mails
    writeInvitation: WriteInvitation
    /** Of the page behind the links. */
    actionPath: string
    clock: Clock
    limited: boolean
  }) {
    this.#accounts = options.accounts
    this.#codes = options.codes
    this.#holders = options.holders
    this.#settings = options.settings
    this.#mails = options.mails
    options.mails.writeWith((realm, order) => this.write(realm, order))
    this.#writeInvitation = options.writeInvitation
    this.#actionPath = options.actionPath
    this.#clock = options.clock
    this.#limited = options.limited
    const waits = { windowMs: HOUR_MS, waits: { firstMs: HOUR_MS / 3, maxMs: HOUR_MS } }
    this.#toAddress = new AttemptLimiter({ ...waits, attempts: 3 }, options.clock)
    this.#fromAddress = new NetworkLimiter({ ...waits, attempts: 30 }, options.clock)
    // Waits would grow with whoever asks, and hold the mails of all up for good.
    this.#ofProject = new SharedAllowance({ attempts: MAILS_OF_PROJECT_MAX, windowMs: HOUR_MS }, options.clock)
  }

  /**
   * A link to choose a new password. With e-mail privacy an unknown address is answered like a known one, without it
   * `EMAIL_NOT_FOUND`. Throws what every request here throws: `INVALID_EMAIL`, `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`,
   * `TOO_MANY_ATTEMPTS_TRY_LATER`, and `OPERATION_NOT_ALLOWED` where mails are not set up.
   */
  async requestPasswordReset(realm: string, address: string, request: MailRequest): Promise<{ email: string }> {
    const email = await this.#admit(realm, 'PASSWORD_RESET', parseEmail(address), request)
    const account = await this.#accounts.findBy(realm, { kind: 'email', email })
    if (account === undefined && !(await this.#settings.get(realm)).emailPrivacy) throw identityError('EMAIL_NOT_FOUND')
    const canReset = account !== undefined && !account.disabled
    const order = orderOf({ kind: 'PASSWORD_RESET', email, account }, request)
    if (canReset) await this.#mails.send(realm, order)
    else await this.#mails.pretend(realm, order)
    return { email }
  }

  /** A link to sign in with; whoever has no account gets one by it. Throws as `requestPasswordReset`, and `OPERATION_NOT_ALLOWED`. */
  async requestSignInLink(realm: string, address: string, request: MailRequest): Promise<{ email: string }> {
    if (!(await this.#settings.get(realm)).emailLinkSignIn) {
      throw identityError('OPERATION_NOT_ALLOWED', 'Sign-in by a link in a mail is switched off for this project.')
    }
    if (request.continueUrl === undefined) throw identityError('MISSING_CONTINUE_URI')
    const email = await this.#admit(realm, 'EMAIL_SIGNIN', parseEmail(address), request)
    const order = orderOf({ kind: 'EMAIL_SIGNIN', email, account: undefined }, request)
    const account = await this.#accounts.findBy(realm, { kind: 'email', email })
    const { signUp } = await this.#settings.get(realm)
    const canSignIn = account === undefined ? signUp : !account.disabled
    if (canSignIn) await this.#mails.send(realm, order)
    else await this.#mails.pretend(realm, order)
    return { email }
  }

  /** A link that shows that the address of the token's account is theirs. */
  async requestVerification(project: string, idToken: string, request: MailRequest): Promise<{ email: string }> {
    const { account, realm } = await this.#holders.account(project, idToken)
    if (account.email === undefined) throw identityError('MISSING_EMAIL')
    const email = await this.#admit(realm, 'VERIFY_EMAIL', account.email, request)
    await this.#mails.send(realm, orderOf({ kind: 'VERIFY_EMAIL', email, account }, request))
    return { email }
  }

  /**
   * A link, sent to the new address, that makes it the account's. With e-mail privacy an address that somebody else has is
   * answered like a free one; nothing is sent. Throws `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `EMAIL_EXISTS`.
   */
  async requestEmailChange(
    project: string,
    idToken: string,
    newAddress: string,
    request: MailRequest,
  ): Promise<{ email: string; newEmail: string }> {
    const holder = await this.#holders.recentAccount(project, idToken)
    const { account, realm } = holder
    const newEmail = await this.#admit(realm, 'VERIFY_AND_CHANGE_EMAIL', parseEmail(newAddress), request)
    const isTaken = (await this.#accounts.findBy(realm, { kind: 'email', email: newEmail })) !== undefined
    if (isTaken && !(await this.#settings.get(realm)).emailPrivacy) throw identityError('EMAIL_EXISTS')
    const email = account.email ?? newEmail
    const action = { kind: 'VERIFY_AND_CHANGE_EMAIL', email, newEmail, account } as const
    const order = orderOf(action, request)
    if (isTaken) await this.#mails.pretend(realm, order)
    else await this.#mails.send(realm, order)
    return { email, newEmail }
  }

  /**
   * Counts a change of an address by its user, and the mail about it to the address before. Throws `TOO_MANY_ATTEMPTS_TRY_LATER` over
   * the limits, before the change: one that nobody is told of would be the thief's.
   */
  countChange(realm: string, before: Account, request: LinkOptions & { readonly address?: string | undefined }): void {
    if (before.email === undefined || !this.#limited) return
    const change = `${realm}/change/${before.uid}`
    const keys = [
      this.#toAddress.at(change),
      ...(request.address === undefined ? [] : this.#fromAddress.at(request.address, realm)),
    ]
    if (this.#isTold(before)) {
      const mail = this.#toAddress.at(`${realm}/RECOVER_EMAIL/${before.email}`)
      this.#countMail(realm, request.address, [...keys, mail])
    } else AttemptLimiter.spend(keys)
  }

  /**
   * Tells the address before a change of it, with a link that takes it back. Does nothing where mails are not set up. `countChange`
   * comes first.
   */
  async tellOldAddress(realm: string, before: Account, after: Account, request: LinkOptions): Promise<void> {
    if (before.email === undefined || before.email === after.email || !this.#isTold(before)) return
    const action = { kind: 'RECOVER_EMAIL', email: before.email, newEmail: after.email, account: after } as const
    await this.#mails.send(realm, orderOf(action, request))
  }

  /**
   * What an administrator wants a link for, to be sent or written. Throws `EMAIL_NOT_FOUND`, `EMAIL_EXISTS`, `INVALID_CONTINUE_URI`,
   * `UNAUTHORIZED_DOMAIN`: whoever opens the link trusts the project, and not the program that made it.
   */
  async createOrder(
    realm: string,
    wanted: { kind: Exclude<ActionKind, 'RECOVER_EMAIL'>; email: string; newEmail?: string | undefined },
    options: LinkOptions,
  ): Promise<ActionOrder> {
    const email = parseEmail(wanted.email)
    const account = await this.#accounts.findBy(realm, { kind: 'email', email })
    if (account === undefined && wanted.kind !== 'EMAIL_SIGNIN') throw identityError('EMAIL_NOT_FOUND')
    await this.#validateContinueUrl(realm, options)
    const newEmail = wanted.newEmail === undefined ? undefined : parseEmail(wanted.newEmail)
    if (wanted.kind === 'VERIFY_AND_CHANGE_EMAIL') {
      if (newEmail === undefined) throw identityError('MISSING_NEW_EMAIL')
      const taken = await this.#accounts.findBy(realm, { kind: 'email', email: newEmail })
      if (taken !== undefined) throw identityError('EMAIL_EXISTS')
    }
    return orderOf({ kind: wanted.kind, email, newEmail, account }, options)
  }

  /** Makes the mail with its code, to be sent or handed over by other means. */
  async write(realm: string, order: MailOrder): Promise<ActionMail> {
    if (order.kind === 'INVITATION') return await this.#writeInvitation(order)
    const { kind, email, newEmail, uid, validSince, revocations, displayName, locale } = order
    const code = await this.#codes.issue(realm, { kind, email, newEmail, uid, validSince, revocations })
    const link = formatActionLink(this.#actionPath, { kind, code, tenant: tenantOf(realm) }, order)
    const to = kind === 'VERIFY_AND_CHANGE_EMAIL' && newEmail !== undefined ? newEmail : email
    return { kind, to, email, code, subject: subjectOf(order), link, newEmail, displayName, locale }
  }

  /**
   * Sends what `createOrder` made, or an invitation. Throws `OPERATION_NOT_ALLOWED` where mails are not set up, and
   * `TOO_MANY_ATTEMPTS_TRY_LATER`.
   */
  async send(realm: string, order: MailOrder): Promise<void> {
    this.#assertPossible()
    if (this.#limited) this.#countMail(realm, undefined, [])
    await this.#mails.send(realm, order)
  }

  /** Checks what every request must meet, and gives the address back. */
  async #admit(realm: string, kind: ActionKind, email: string, request: MailRequest): Promise<string> {
    this.#assertPossible()
    await this.#validateContinueUrl(realm, request)
    if (this.#limited) {
      this.#countMail(realm, request.address, [
        this.#toAddress.at(`${realm}/${kind}/${email}`),
        ...this.#fromAddress.at(request.address, realm),
      ])
    }
    return email
  }

  /** Counts a mail of the project and an attempt against all of `keys`, or nothing. */
  #countMail(realm: string, address: string | undefined, keys: readonly AttemptKey[]): void {
    AttemptLimiter.spend(keys, () => this.#ofProject.take(projectOf(realm), address))
  }

  /** A tenant's pages are the project's. */
  async #validateContinueUrl(realm: string, { continueUrl, origin }: LinkOptions): Promise<void> {
    if (continueUrl === undefined) return
    const { authorizedDomains } = await this.#settings.get(projectOf(realm))
    validateContinueUrl(continueUrl, [...authorizedDomains, hostOf(origin)])
  }

  /** Whoever has an address that nobody has shown to be the account's owner's takes nothing back. */
  #isTold(before: Account): boolean {
    const { email, emailVerified } = before
    const isOwners = emailVerified || (email !== undefined && mayTakeBack(before, email, this.#clock.nowMs()))
    return isOwners && this.#mails.obstacle === undefined
  }

  #assertPossible(): void {
    const { obstacle } = this.#mails
    if (obstacle !== undefined) throw identityError('OPERATION_NOT_ALLOWED', obstacle)
  }
}

function orderOf(
  action: { kind: ActionKind; email: string; newEmail?: string | undefined; account: Account | undefined },
  { origin, apiKey, continueUrl, locale }: LinkOptions,
): ActionOrder {
  const { kind, email, newEmail, account } = action
  const { uid, displayName } = account ?? {}
  const mark = kind === 'VERIFY_AND_CHANGE_EMAIL' && account !== undefined ? revocationMarkOf(account) : undefined
  return { kind, email, newEmail, uid, ...mark, displayName, origin, apiKey, continueUrl, locale }
}

function hostOf(origin: string): string {
  return new URL(origin).hostname
}
