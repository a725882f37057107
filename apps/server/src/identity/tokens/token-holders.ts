import { assertRecentSignIn } from '../../access/admin-access.ts'
import type { Clock } from '../../lib/ambient.ts'
import { type Account, isAnonymous } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { IdTokens, VerifiedIdToken } from './id-tokens.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import { projectOf, type Realm } from '../realm.ts'
import { assertEnabled } from '../sessions/sessions.ts'

/** Who an ID token stands for. */
export type TokenHolder = AccountHolder | { readonly kind: 'operator'; readonly token: VerifiedIdToken }

export interface AccountHolder {
  readonly kind: 'account'
  readonly account: Account
  readonly token: VerifiedIdToken
  /** The one whose account it is. */
  readonly realm: string
}

/** Finds whoever sends an ID token. All throw what `IdTokens.verifyIdToken` throws, and `PROJECT_DISABLED`. */
export class TokenHolders {
  readonly #accounts: Accounts
  readonly #settings: IdentitySettings
  readonly #tokens: IdTokens
  readonly #clock: Clock

  constructor(options: { accounts: Accounts; settings: IdentitySettings; tokens: IdTokens; clock: Clock }) {
    this.#accounts = options.accounts
    this.#settings = options.settings
    this.#tokens = options.tokens
    this.#clock = options.clock
  }

  /** No use of an operator session: the SDKs look up whom they signed in by themselves, and whether anybody is there they don't say. */
  async get(project: string, idToken: string): Promise<TokenHolder> {
    const token = await this.#tokens.verifyIdToken(project, idToken, { idleMs: Infinity })
    if (token.role !== undefined) return { kind: 'operator', token }
    const { realm } = token
    await this.#settings.assertOpen(realm)
    const account = await this.#accounts.get(realm, token.uid)
    assertStillOpen(account, token)
    return { kind: 'account', account, token, realm }
  }

  /** Throws `TENANT_ID_MISMATCH` for an account of another realm than the one that the request names. */
  async assertOfRealm(requested: Realm, idToken: string): Promise<void> {
    const { role, realm } = await this.#tokens.verifyIdToken(projectOf(requested), idToken)
    if (role === undefined && realm !== requested) throw identityError('TENANT_ID_MISMATCH')
  }

  /** Throws `OPERATION_NOT_ALLOWED` for an operator session. */
  async account(project: string, idToken: string): Promise<AccountHolder> {
    const holder = await this.get(project, idToken)
    if (holder.kind === 'account') return holder
    throw identityError(
      'OPERATION_NOT_ALLOWED',
      'An operator session has no account in this project that could be changed.',
    )
  }

  /** Throws `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` when the sign-in is more than five minutes ago. */
  async recentAccount(project: string, idToken: string): Promise<AccountHolder> {
    const holder = await this.account(project, idToken)
    this.assertRecent(holder)
    return holder
  }

  /** Anonymous users have nothing to sign in with again; whom a server made or imported without any credential it signs in by a custom token. */
  assertRecent({ token, account }: AccountHolder): void {
    if (token.signInProvider === 'anonymous' && isAnonymous(account)) return
    assertRecentSignIn(token.provenAt, this.#clock.nowMs())
  }
}

/** The account may have changed since the token was looked at. Throws `USER_DISABLED`, `TOKEN_EXPIRED`. */
export function assertStillOpen(account: Account, token: VerifiedIdToken): void {
  assertEnabled(account)
  const isRevoked = token.revocations !== undefined && token.revocations !== (account.revocations ?? 0)
  if (isRevoked || token.authTime < account.validSince) throw identityError('TOKEN_EXPIRED')
}
