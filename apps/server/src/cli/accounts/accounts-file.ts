import type { ServerAccess } from '../server/server-access.ts'

export type AccountFormat = 'json' | 'csv'

/** A file of users, and whose users they are. */
export interface AccountsFile {
  readonly file: string
  readonly format: AccountFormat
  readonly project: string
  readonly tenant: string | undefined
  readonly access: ServerAccess
}
