import { csvLine } from '@hearth/model/csv-line'
import type { ProjectUser } from '../../shared/people/project-user.ts'

/** `json` is the vendor's form of an export, which `hearth accounts import` takes too. */
export type UsersFormat = 'csv' | 'json'

const columns: readonly (readonly [title: string, value: (user: ProjectUser) => string | undefined])[] = [
  ['uid', ({ localId }) => localId],
  ['email', ({ email }) => email],
  ['emailVerified', ({ email, emailVerified }) => (email === undefined ? undefined : String(emailVerified ?? false))],
  ['name', ({ displayName }) => displayName],
  ['phone', ({ phoneNumber }) => phoneNumber],
  ['disabled', ({ disabled }) => String(disabled ?? false)],
  ['providers', ({ providerUserInfo }) => providerUserInfo?.map(({ providerId }) => providerId).join(' ')],
  ['created', ({ createdAt }) => timeOf(createdAt)],
  ['lastSignIn', ({ lastLoginAt }) => timeOf(lastLoginAt)],
  ['claims', ({ customAttributes }) => customAttributes],
]

/** An export of users that is written while they are read. Passwords are not in it, for operators don't get them. */
export class UsersFile {
  readonly #format: UsersFormat
  readonly #parts: string[] = []
  #users = 0
  characters = 0

  constructor(format: UsersFormat) {
    this.#format = format
    this.#write(format === 'csv' ? csvLine(columns.map(([title]) => title)) : '{"users": [')
  }

  add(users: readonly ProjectUser[]): void {
    this.#write(users.map((user) => (this.#format === 'csv' ? lineOf(user) : this.#entryOf(user))).join(''))
  }

  finish(): Blob {
    if (this.#format === 'json') this.#write('\n]}\n')
    return new Blob(this.#parts, { type: this.#format === 'csv' ? 'text/csv' : 'application/json' })
  }

  #entryOf({ passwordHash: _hash, ...user }: ProjectUser): string {
    return `${this.#users++ === 0 ? '' : ','}\n${JSON.stringify(user)}`
  }

  #write(part: string): void {
    this.characters += part.length
    this.#parts.push(part)
  }
}

function lineOf(user: ProjectUser): string {
  return csvLine(columns.map(([, value]) => value(user) ?? ''))
}

function timeOf(milliseconds: string | undefined): string | undefined {
  const at = Number(milliseconds ?? 0)
  return at > 0 ? new Date(at).toISOString() : undefined
}
