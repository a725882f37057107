import * as api from '@hearth/api'

/**
 * What the contract of `/hearth/v1` has no name for. `users` is what administrators do, by the method of the identity protocol; `account`
 * what owners of accounts of the console do with them.
 */
const otherActs = [
  'account.accounts:delete',
  'account.accounts:resetPassword',
  'account.accounts:signInWithCustomToken',
  'account.accounts:signInWithEmailLink',
  'account.accounts:signInWithIdp',
  'account.accounts:signInWithPassword',
  'account.accounts:signInWithPhoneNumber',
  'account.accounts:signUp',
  'account.accounts:update',
  'account.locked-out',
  'account.mfaEnrollment:finalize',
  'account.mfaEnrollment:withdraw',
  'account.mfaSignIn:finalize',
  'account.passkeyEnrollment:finalize',
  'account.passkeySignIn:finalize',
  'account.sign-in-failed',
  'backups.create-failed',
  'backups.restore-failed',
  'databases.create',
  'databases.delete',
  'documents.create',
  'documents.update',
  'files.create',
  'files.delete',
  'files.publish',
  'files.update',
  'files.withdraw',
  'rules.create',
  'rules.delete',
  'rules.update',
  'server.redate',
  'team.update',
  'users.accounts',
  'users.accounts:batchCreate',
  'users.accounts:batchDelete',
  'users.accounts:batchGet',
  'users.accounts:delete',
  'users.accounts:sendOobCode',
  'users.accounts:update',
  'users.config',
  'users.defaultSupportedIdpConfigs',
  'users.inboundSamlConfigs',
  'users.oauthIdpConfigs',
  'users.passkeyConfig',
  'users.tenants',
] as const

type NamesIn<Member> = Member extends { readonly audit: infer Name }
  ? Name extends readonly (infer One extends string)[]
    ? One
    : Name
  : never

type Listed = (typeof otherActs)[number] | NamesIn<(typeof api)[keyof typeof api]>

/**
 * Every act that is written into the activity or the audit log of a project, by its name there. Whoever shows them to people has words for
 * each.
 */
export const actNames: readonly Listed[] = [...new Set([...otherActs, ...namesOfContract()])].toSorted()

function namesOfContract(): readonly Listed[] {
  const members: readonly unknown[] = Object.values(api)
  return members.flatMap((one) =>
    typeof one === 'object' && one !== null && 'audit' in one ? (one.audit as Listed | readonly Listed[]) : [],
  )
}

/** Methods of the identity protocol name themselves as they run; a test holds them against the list. */
export type ActName = Listed | `users.${string}` | `account.${string}`

type PartsOf<Name> = Name extends `${infer Service}.${infer Operation}`
  ? { readonly service: Service; readonly operation: Operation }
  : never

/** The name of an act in its two parts. */
export type ActParts =
  | PartsOf<Exclude<Listed, `users.${string}`>>
  | { readonly service: 'users'; readonly operation: string }

/** `backups.create` */
export function actName({ service, operation }: ActParts): ActName {
  if (service === 'users') return `users.${operation}`
  const name = actNames.find((one) => one === `${service}.${operation}`)
  if (name === undefined) throw new TypeError(`${service}.${operation} is not among the acts.`)
  return name
}
