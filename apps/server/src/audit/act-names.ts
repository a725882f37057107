/**
 * Every act that is written into the activity or the audit log of a project, by its name there. Whoever shows them to people has words for
 * each. `users` is what administrators do, by the method of the identity protocol; `account` what owners of accounts of the console do with them.
 */
export const actNames = [
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
  'analytics-secrets.create',
  'analytics-secrets.delete',
  'analytics.update',
  'api-keys.create',
  'api-keys.delete',
  'api-keys.rotate',
  'api-keys.update',
  'apps.create',
  'apps.delete',
  'apps.update',
  'backups.create',
  'backups.create-failed',
  'backups.delete',
  'backups.delete-now',
  'backups.restore',
  'backups.restore-failed',
  'backups.undelete',
  'databases.create',
  'databases.delete',
  'databases.update',
  'documents.create',
  'documents.delete',
  'documents.delete-many',
  'documents.export',
  'documents.import',
  'documents.restore-many',
  'documents.set-many',
  'documents.take-back',
  'documents.update',
  'files.create',
  'files.delete',
  'files.publish',
  'files.update',
  'files.withdraw',
  'file-settings.update',
  'installations.delete',
  'mails.update',
  'project.create',
  'project.delete',
  'project.delete-now',
  'project.undelete',
  'rules-tests.create',
  'rules-tests.delete',
  'rules-tests.update',
  'rules.create',
  'rules.delete',
  'rules.update',
  'server.claim',
  'server.redate',
  'server.reset-owner',
  'server.update',
  'service-keys.create',
  'service-keys.delete',
  'session.enter',
  'signing-keys.create',
  'team.invite',
  'team.join',
  'team.leave',
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
  'users.endSession',
  'users.export',
  'users.inboundSamlConfigs',
  'users.oauthIdpConfigs',
  'users.passkeyConfig',
  'users.tenants',
  'webhooks.delete',
  'webhooks.update',
] as const

type Listed = (typeof actNames)[number]

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
