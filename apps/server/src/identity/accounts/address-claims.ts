import { StatusError } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'
import { enteredByEmail, isOfFormerEmail, mayTakeBack, withoutUnverifiedEmail } from './former-emails.ts'
import { identityError } from '../identity-error.ts'
import type { IdentitySettings } from '../identity-settings.ts'
import type { Realm } from '../realm.ts'
import type { Sessions } from '../sessions/sessions.ts'

/**
 * Whose account an address leads to when its holder comes without a session: by a reset, a link from a mail, a provider that has verified it.
 * An account that nobody has verified an address for is the holder's (`enteredByEmail`). One that had a verified address before is that one's:
 * whoever gave it the new address may be a thief, who must not get it by a mail of their own, or somebody who prepared it for the holder of
 * the new address, who must not get what the other can take back.
 */
export class AddressClaims {
  readonly #accounts: Accounts
  readonly #sessions: Sessions
  readonly #settings: IdentitySettings
  readonly #clock: Clock

  constructor(options: { accounts: Accounts; sessions: Sessions; settings: IdentitySettings; clock: Clock }) {
    this.#accounts = options.accounts
    this.#sessions = options.sessions
    this.#settings = options.settings
    this.#clock = options.clock
  }

  /**
   * Makes an account its address's holder's, and what `change` makes of it. Whoever has used it before anybody had shown that the address is
   * theirs is signed out. Throws `EMAIL_EXISTS` when it has become another's since `account` was looked up.
   */
  async enter(realm: Realm, account: Account, change: (claimed: Account) => Account): Promise<void> {
    const claim = (current: Account): Account => {
      const nowMs = this.#clock.nowMs()
      const wasUnverified = account.emailVerified && !current.emailVerified
      if (current.email !== account.email || wasUnverified || isOfFormerEmail(current, nowMs)) {
        throw identityError('EMAIL_EXISTS')
      }
      return change(enteredByEmail(current, nowMs))
    }
    if (account.emailVerified) {
      await this.#accounts.update(realm, account.uid, 'updated', (current) => ({ account: claim(current) }))
    } else {
      await this.#sessions.endAll(realm, account.uid, claim)
    }
  }

  /**
   * Takes an address from whatever account got it unverified since `owner` had it, for `owner`, which may go back to it: a thief would keep its
   * holder from that by another account. One that has verified it keeps it: throws `EMAIL_EXISTS`.
   */
  async reclaim(realm: Realm, owner: Account, email: string): Promise<void> {
    if (!mayTakeBack(owner, email, this.#clock.nowMs())) return
    const other = await this.#accounts.findBy(realm, { kind: 'email', email })
    if (other === undefined || other.uid === owner.uid) return
    if (other.emailVerified) throw identityError('EMAIL_EXISTS')
    await this.#sessions.endAll(realm, other.uid, (current) =>
      current.email === email && !current.emailVerified ? { ...current, email: undefined } : current,
    )
  }

  /**
   * Whether the account is a former address's, so that who shows that the present one is theirs gets an account of their own. Throws
   * `ADMIN_ONLY_OPERATION` where visitors make none: asked before a code is spent.
   */
  async leadsElsewhere(realm: Realm, account: Account): Promise<boolean> {
    if (!isOfFormerEmail(account, this.#clock.nowMs())) return false
    if (!(await this.#settings.get(realm)).signUp) throw identityError('ADMIN_ONLY_OPERATION')
    return true
  }

  /**
   * Gives an unverified address free when its account is a former address's, which the account goes back to, without its sessions. Whether it
   * did. Throws as `leadsElsewhere`, before it does anything.
   */
  async release(realm: Realm, account: Account): Promise<boolean> {
    if (!(await this.leadsElsewhere(realm, account))) return false
    const releaseBy = (change: (current: Account) => Account): Promise<Account> =>
      this.#sessions.endAll(realm, account.uid, (current) =>
        current.email === account.email && isOfFormerEmail(current, this.#clock.nowMs()) ? change(current) : current,
      )
    try {
      const { email } = withoutUnverifiedEmail(account, this.#clock.nowMs())
      if (email !== undefined) await this.reclaim(realm, account, email)
      await releaseBy((current) => withoutUnverifiedEmail(current, this.#clock.nowMs()))
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'EMAIL_EXISTS') throw error
      // Somebody has shown by now that the former address is theirs. The account keeps its other ways in, and the time of its former ones
      // doesn't begin to run: nobody has verified one after them.
      await releaseBy((current) => ({ ...current, email: undefined }))
    }
    return true
  }
}
