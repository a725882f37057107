import { ServerCalls, type CallTarget } from '../server/server-calls.ts'
import type { AccountRow } from './account-row.ts'
import type { ServerAccess } from '../server/server-access.ts'

type AccountFormat = 'json' | 'csv'

/** A file of users, and whose users they are. */
export interface AccountsFile {
  readonly file: string
  readonly format: AccountFormat
  readonly project: string
  readonly tenant: string | undefined
  readonly access: ServerAccess
}

export interface AccountsOf extends CallTarget {
  readonly project: string
  readonly tenant: string | undefined
}

/** A user of `accounts:batchGet`, with what server credentials alone are given. */
export interface ListedAccount extends AccountRow {
  /** Base64 of the hash as the server keeps it, whatever its algorithm. */
  readonly hearthHash?: string
}

/** The users of a project or a tenant, over the admin API. */
export class AccountCalls {
  /** Names the users, in files that tell how far a command has come. */
  readonly name: string
  readonly #calls: ServerCalls
  readonly #path: string

  constructor(target: AccountsOf) {
    const tenant = target.tenant === undefined ? '' : `/tenants/${encodeURIComponent(target.tenant)}`
    this.#calls = new ServerCalls(target)
    this.#path = `/v1/projects/${encodeURIComponent(target.project)}${tenant}/accounts`
    this.name = `${target.origin}${this.#path}`
  }

  /** In the order of uids. */
  async list(page: {
    token: string | undefined
    size: number
    withTotpSecrets: boolean
  }): Promise<{ users: ListedAccount[]; next?: string }> {
    const query = new URLSearchParams({ maxResults: String(page.size) })
    if (page.withTotpSecrets) query.set('hearthTotpSecrets', 'true')
    if (page.token !== undefined) query.set('nextPageToken', page.token)
    const answer = (await this.#calls.call('GET', `${this.#path}:batchGet?${query.toString()}`)) as {
      users?: ListedAccount[]
      nextPageToken?: string
    }
    const { users = [], nextPageToken } = answer
    return nextPageToken === undefined ? { users } : { users, next: nextPageToken }
  }

  /** What could not be taken over, by its place in `users`; `message` begins with the reason. */
  async import(
    users: readonly AccountRow[],
    options: { readonly hash: object; readonly allowOverwrite: boolean },
  ): Promise<readonly { index: number; message: string }[]> {
    const { hash, allowOverwrite } = options
    const answer = await this.#calls.call('POST', `${this.#path}:batchCreate`, { users, allowOverwrite, ...hash })
    return (answer as { error?: { index: number; message: string }[] }).error ?? []
  }
}
