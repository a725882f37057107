import type { Account } from '../accounts/account.ts'
import { editAccount } from '../accounts/account-edit.ts'
import type { Accounts, NewAccount } from '../accounts/accounts.ts'
import type { BlockingChanges, BlockingHooks } from './blocking-hooks.ts'
import { identityError } from '../identity-error.ts'
import type { RequestOrigin } from './request-origin.ts'
import { assertEnabled, type SignInMethod, type Sessions } from '../sessions/sessions.ts'

/** Who comes in: asks those whom a project lets decide, before a user's account is made and before a user's session begins. */
export class Admission {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #hooks: BlockingHooks

  constructor(options: { accounts: Accounts; sessions: Sessions; hooks: BlockingHooks }) {
    this.#accounts = options.accounts
    this.#sessions = options.sessions
    this.#hooks = options.hooks
  }

  /** Makes an account for a user. Throws what `Accounts.create` and `BlockingHooks.ask` throw. */
  async create(wanted: NewAccount, method: SignInMethod, origin: RequestOrigin): Promise<Account> {
    const realm = wanted.project
    if (!(await this.#hooks.listensTo(realm, 'beforeCreate'))) return await this.#accounts.create(wanted)
    return await this.#accounts.create(wanted, async (account) =>
      changed(account, await this.#hooks.ask(realm, 'beforeCreate', { account, method, origin })),
    )
  }

  /**
   * How the session is to begin, for a user who has shown who they are. `allow` refuses by throwing, before anybody is asked. Throws
   * what `BlockingHooks.ask` throws, `USER_DISABLED` and `USER_NOT_FOUND`.
   */
  async admit(
    realm: string,
    uid: string,
    { method, origin }: { method: SignInMethod; origin: RequestOrigin },
    allow: (account: Account) => void = () => {},
  ): Promise<SignInMethod> {
    const begun = { ...method, device: origin.userAgent }
    if (!(await this.#hooks.listensTo(realm, 'beforeSignIn'))) return begun
    const account = await this.#accounts.get(realm, uid)
    assertEnabled(account)
    allow(account)
    const changes = await this.#hooks.ask(realm, 'beforeSignIn', { account, method, origin })
    if (changes.disabled === true) {
      await this.#sessions.endAll(realm, uid, (current) => changed(current, changes))
      throw identityError('USER_DISABLED')
    }
    if (Object.entries(changes).some(([name, value]) => name !== 'sessionClaims' && value !== undefined)) {
      await this.#accounts.update(realm, uid, 'updated', (current) => ({ account: changed(current, changes) }))
    }
    const { sessionClaims } = changes
    return sessionClaims === undefined ? begun : { ...begun, claims: { ...method.claims, ...sessionClaims } }
  }
}

function changed(account: Account, changes: BlockingChanges): Account {
  const { displayName, photoUrl, emailVerified, disabled, customClaims } = changes
  return editAccount(account, {
    displayName,
    photoUrl,
    emailVerified,
    disabled,
    claims: customClaims && { value: Object.keys(customClaims).length === 0 ? undefined : customClaims },
  })
}
