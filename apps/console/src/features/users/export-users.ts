import { csvLine } from '@hearth/model'
import type { ProjectUser } from './project-user.ts'

/** The vendor's form of an export, which `hearth accounts import` takes too; passwords are not in it, for operators don't get them. */
export function toJson(users: readonly ProjectUser[]): string {
  return `${JSON.stringify({ users: users.map(({ passwordHash: _hash, ...user }) => user) }, undefined, 2)}\n`
}

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

/** One line a user. */
export function toCsv(users: readonly ProjectUser[]): string {
  return [columns.map(([title]) => title), ...users.map((user) => columns.map(([, value]) => value(user) ?? ''))]
    .map(csvLine)
    .join('')
}

function timeOf(milliseconds: string | undefined): string | undefined {
  const at = Number(milliseconds ?? 0)
  return at > 0 ? new Date(at).toISOString() : undefined
}
