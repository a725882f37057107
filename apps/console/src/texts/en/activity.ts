import { inLanguage } from '../in-language.ts'
import { englishRoles } from '../project-roles.ts'

/** Things that operators make, change and delete, by the service that the server names. */
const things: Readonly<Record<string, string>> = {
  documents: 'the document',
  files: 'the file',
  installations: 'the device',
  apps: 'the app',
  'api-keys': 'an API key',
  'service-keys': 'a service key',
  'signing-keys': 'a key for ID tokens',
  'analytics-secrets': 'an API secret of analytics',
  analytics: 'the settings of analytics',
  mails: 'the mails of the project',
  alerts: 'the alerts',
  webhooks: 'the webhook',
  rules: 'the rules',
  'rules-tests': 'a test of the rules',
  databases: 'the database',
  project: 'the project',
}

/** What is changed of a user, by the word that the server names it with. */
const changes: Readonly<Record<string, string>> = {
  profile: 'name or photo',
  address: 'e-mail address',
  verification: 'whether the address is verified',
  'phone number': 'phone number',
  password: 'password',
  claims: 'claims',
  'signed out everywhere': 'signed out everywhere',
  'second factors': 'second factors',
  passkeys: 'passkeys',
  disabled: 'disabled',
  enabled: 'enabled',
}

/** Settings by their path in the vendor's configuration. */
const settings: Readonly<Record<string, string>> = {
  'signIn.email.enabled': 'sign-in by e-mail and password',
  'signIn.email.passwordRequired': 'passwords for every e-mail sign-in',
  'signIn.anonymous.enabled': 'anonymous sign-in',
  'signIn.allowDuplicateEmails': 'several accounts for an address',
  'signIn.phoneNumber.enabled': 'sign-in by phone',
  'client.permissions.disabledUserSignup': 'the stop of sign-ups',
  'emailPrivacyConfig.enableImprovedEmailPrivacy': 'protection against guessing of addresses',
  mfa: 'second factors',
  passwordPolicyConfig: 'the password policy',
  authorizedDomains: 'the authorised domains',
  smsRegionConfig: 'the regions of text messages',
}

const links: Readonly<Record<string, string>> = {
  PASSWORD_RESET: 'to choose a new password',
  VERIFY_EMAIL: 'to verify the address',
  EMAIL_SIGNIN: 'to sign in',
}

/** What owners of accounts of the console did with them, by the method. */
const ownActs: Readonly<Record<string, string>> = {
  'accounts:signUp': 'Made an account of the console',
  'accounts:update': 'Changed their own account',
  'accounts:delete': 'Deleted their own account',
  'accounts:resetPassword': 'Chose a new password by a link',
  'mfaEnrollment:finalize': 'Added a second factor',
  'mfaEnrollment:withdraw': 'Took a second factor away',
  'passkeyEnrollment:finalize': 'Added a passkey',
}

/** Acts that say all by their name. */
const wholeActs: Readonly<Record<string, string>> = {
  'backups.create': 'Made a backup',
  'backups.create-failed': 'A backup was not finished',
  'backups.delete': 'Deleted a backup',
  'backups.delete-now': 'Deleted a backup for good',
  'backups.undelete': 'Took a deleted backup back',
  'backups.restore': 'Restored a backup',
  'backups.restore-failed': 'A backup was not restored',
  'project.delete-now': 'Deleted a project for good',
  'project.undelete': 'Restored the deleted project',
  'documents.delete-many': 'Deletion of documents',
  'documents.export': 'Export of documents',
  'documents.import': 'Import of documents',
  'documents.restore-many': 'Restoring of documents',
  'documents.set-many': 'Change of a field of documents',
  'documents.take-back': 'Undoing of a change of documents',
  'users.export': 'Export of users',
  'file-settings.update': 'Changed the settings of files',
  'server.claim': 'Set up the server',
  'server.redate': 'Dated anew what the clock had dated wrongly',
  'server.reset-owner': 'Made a new way in for the owner of the server',
  'server.update': 'Changed a setting of the server',
}

/** The same act of many, one after the other, in a collection or a folder. */
const many: Readonly<Record<string, (count: string, place: string) => string>> = {
  'documents.create': (count, place) => `Made ${count} documents in ${place}`,
  'documents.update': (count, place) => `Changed ${count} documents in ${place}`,
  'documents.delete': (count, place) => `Deleted ${count} documents in ${place}`,
  'files.create': (count, place) => `Made ${count} files in ${place}`,
  'files.update': (count, place) => `Changed ${count} files in ${place}`,
  'files.delete': (count, place) => `Deleted ${count} files in ${place}`,
}

/** How far something stands that is done with many. */
const states: Readonly<Record<string, string>> = {
  begun: 'begun',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
}

/** Sentences for what operators did; who it was stands beside them. */
export const activityTexts = inLanguage('activity', {
  title: 'What others did',
  open: 'What others did lately',
  openNew: (count: number) => `What others did lately: ${count} new`,
  none: 'Nobody else of the team has changed anything yet.',
  hiddenByOwn: 'Your own changes may hide earlier ones by people who are not in the team.',
  noneLately: 'Nobody else of the team has changed anything lately.',
  failed: 'Couldn’t read what others did.',
  you: 'you',
  things,
  changes,
  settings,
  links,
  roles: englishRoles,
  ownActs,
  wholeActs,
  states,
  many,
  allOf: 'Each of them',
  bulkAct: (what: string, state: string, through: string | undefined) =>
    through === undefined ? `${what}: ${state}` : `${what}: ${state}, ${through}`,
  created: (what: string) => `Made ${what}`,
  updated: (what: string) => `Changed ${what}`,
  deleted: (what: string) => `Deleted ${what}`,
  revoked: (what: string) => `Revoked ${what}`,
  rotated: (what: string) => `Replaced ${what}`,
  published: (what: string) => `Made ${what} public`,
  withdrawn: (what: string) => `Made ${what} private`,
  samplesAdded: 'Loaded sample data',
  samplesDeleted: 'Removed the sample data',
  userAdded: (who: string) => `Added the user ${who}`,
  userChanged: (who: string, what: string) => `Changed the user ${who}: ${what}`,
  userDisabled: (who: string) => `Disabled the user ${who}`,
  userEnabled: (who: string) => `Enabled the user ${who}`,
  passwordSet: (who: string) => `Set a new password for ${who}`,
  signedOut: (who: string) => `Ended all sessions of ${who}`,
  sessionEnded: (who: string) => `Ended a session of ${who}`,
  unlinked: (who: string, provider: string) => `Took the sign-in by ${provider} from ${who}`,
  linked: (who: string, provider: string) => `Gave ${who} the sign-in by ${provider}`,
  userDeleted: (who: string) => `Deleted the user ${who}`,
  usersDeleted: (count: number) => `Deleted ${count} users`,
  usersImported: 'Imported users',
  usersExported: 'Exported all users',
  linkMade: (who: string, purpose: string) => `Made a link for ${who} ${purpose}`,
  linkMailed: (who: string, purpose: string) => `Sent ${who} a mail with a link ${purpose}`,
  switchedOn: (what: string) => `Switched on ${what}`,
  switchedOff: (what: string) => `Switched off ${what}`,
  settingsChanged: (what: string) => `Changed ${what}`,
  signInChanged: 'Changed how people sign in',
  providerChanged: 'Changed a sign-in provider',
  passkeysChanged: 'Changed the passkeys of the apps',
  tenantChanged: 'Changed a tenant',
  roleGiven: (who: string, role: string) => `Made ${who} ${role}`,
  roleChanged: (who: string, before: string, after: string) => `Changed the role of ${who} from ${before} to ${after}`,
  memberRemoved: (who: string) => `Removed ${who} from the team`,
  invited: 'Invited somebody to the team',
  joined: (role: string) => `Joined the team as ${role}`,
  left: 'Left the team',
  rulesPublished: 'Published rules',
  rulesSaved: 'Made a version of the rules',
  rulesWithdrawn: 'Withdrew the rules',
  rulesDeleted: 'Deleted a version of the rules',
  indexesChanged: 'Changed the indexes',
  indexesOfChanged: (collection: string) => `Changed the indexes of ${collection}`,
  fieldChanged: (collection: string) => `Changed how a field of ${collection} is indexed or expires`,
  signedIn: 'Signed in',
  signInFailed: 'A sign-in failed',
  signInFailedOf: (address: string) => `A sign-in as ${address} failed`,
  signInHeldUp: 'A sign-in was held up after too many tries',
  signInHeldUpOf: (address: string) => `A sign-in as ${address} was held up after too many tries`,
  entered: 'Opened the project',
  people: (first: string, others: number) => (others === 1 ? `${first} and 1 other` : `${first} and ${others} others`),
})
