import { isServerOwner } from '../../access/admin-access.ts'
import { identityError } from '../identity-error.ts'
import type { Account } from './account.ts'
import { AccountTurns } from './account-turns.ts'

interface ServerOwnersOptions {
  /** The project whose accounts are people who run apps. */
  readonly consoleProject: string
  /** The first account of a realm that fits. */
  readonly findUid: (realm: string, fits: (account: Account) => boolean) => Promise<string | undefined>
}

/** Those who run the server: the last of them who can sign in is neither disabled nor deleted by operators, nor loses the claim. */
export class ServerOwners {
  readonly #options: ServerOwnersOptions
  /** One loss after the other, so that two owners can't take each other out at the same time. */
  readonly #turns = new AccountTurns()

  constructor(options: ServerOwnersOptions) {
    this.#options = options
  }

  /** Writes what becomes of an account (undefined: it goes). Throws `LAST_SERVER_OWNER` where nobody would be left. */
  async keepOne<T>(realm: string, before: Account, after: Account | undefined, write: () => Promise<T>): Promise<T> {
    const { consoleProject, findUid } = this.#options
    if (realm !== consoleProject || !runsServer(before) || (after !== undefined && runsServer(after))) {
      return await write()
    }
    return await this.#turns.run(realm, 'owners', async () => {
      const another = await findUid(realm, (account) => account.uid !== before.uid && runsServer(account))
      if (another === undefined) throw identityError('LAST_SERVER_OWNER')
      return await write()
    })
  }
}

function runsServer({ disabled, customClaims }: Account): boolean {
  return !disabled && isServerOwner({ claims: customClaims ?? {} })
}
