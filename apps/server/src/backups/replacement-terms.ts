import { DEFAULT_DATABASE } from '../documents/databases/database.ts'
import { GARBAGE_SPACE } from '../files/blob-garbage.ts'
import { OBJECT_SPACE } from '../files/object-record.ts'
import { FILE_SETTINGS_SPACE } from '../files/public-files.ts'
import { UPLOAD_SPACE } from '../files/upload-record.ts'
import {
  ACCOUNT_SPACE,
  EMAIL_SPACE,
  PASSKEY_SPACE,
  PHONE_SPACE,
  PROVIDER_SPACE,
} from '../identity/accounts/account-record.ts'
import { HEIR_SPACE, SESSION_SPACE } from '../identity/sessions/session-record.ts'
import { INSTALLATION_SPACE, APP_SPACE, SEEN_SPACE, USER_SPACE } from '../installations/installation-records.ts'
import type { ReplacementTerms } from '../persistence/store-copy.ts'

/** Of `OneTimeCodes`: the codes, and beside them the newest of each subject. */
const codeSpaces = [
  'action-code',
  'phone-code',
  'phone-proof',
  'totp-enrolment',
  'pending-sign-in',
  'pending-assertion',
  'sign-in-flow',
  'sign-in-result',
].flatMap((space) => [space, `${space}-of`])

/**
 * A restore that brings everything back as it was: documents, users, files with their links, rules, settings, analytics. Even so what has ended, or was
 * used, stays so.
 */
const exactly: ReplacementTerms = {
  keptSpaces: [
    // What was done stays written down, and what was asked.
    'audit',
    'audit-chain',
    'decision',
    'decision-missed',
    'trend',
    // A credential that was revoked stays so, and one that was made since goes on.
    'signing-key',
    'service-key',
    'analytics-secret',
    'operator-session',
    'operator-token',
    HEIR_SPACE,
    // Devices are those that there are now.
    INSTALLATION_SPACE,
    SEEN_SPACE,
    USER_SPACE,
    APP_SPACE,
    'installation-change',
    'installation-upkeep',
    // A code that was used works no second time, and a mail is not sent twice.
    'mail-outbox',
    ...codeSpaces,
  ],
  // A session that has ended stays so; one that began since may be of nobody who is there.
  sharedSpaces: [SESSION_SPACE],
  livingSpaces: [],
  shrinkingLists: [],
  // An upload goes on nowhere.
  droppedSpaces: [UPLOAD_SPACE],
  // What was signed in before stays ended, and who was deleted since is signed in nowhere.
  risingFields: ['validSince', 'revocations'].map((field) => ({ space: ACCOUNT_SPACE, field })),
  returnFields: [{ space: ACCOUNT_SPACE, field: 'validSince' }],
  returnPatches: [],
  returnedTenants: [],
  lastingFlags: [],
  leftovers: { space: GARBAGE_SPACE, namedBy: [OBJECT_SPACE, UPLOAD_SPACE], usedBy: OBJECT_SPACE, field: 'blobId' },
}

/** A restore after which what was closed since stays closed: nobody and nothing gets in by it that did not right before. */
const closedStaysClosed: ReplacementTerms = {
  ...exactly,
  keptSpaces: [
    ...exactly.keptSpaces,
    // Who may read and write what.
    'rules-release',
    'ruleset',
    'ruleset-source',
    // By which ways people come in, and who is asked about them.
    'provider-config',
    'webhooks',
    // Whoever was taken out of the receivers hears nothing again.
    'alert-settings',
    'foreign-hash-kind',
    FILE_SETTINGS_SPACE,
  ],
  livingSpaces: [
    // How users sign in, what they may, and whether they are disabled is as it is now.
    {
      space: ACCOUNT_SPACE,
      earlierFields: ['displayName', 'photoUrl'],
      ledToBy: [EMAIL_SPACE, PHONE_SPACE, PROVIDER_SPACE, PASSKEY_SPACE].map((space) => ({ space, field: 'uid' })),
    },
    { space: 'identity-settings', earlierFields: [], ledToBy: [] },
    { space: 'tenant', earlierFields: [], ledToBy: [] },
  ],
  // Whoever was deleted since comes in again when somebody says so, and a deleted tenant is nobody's way in.
  returnPatches: [{ space: ACCOUNT_SPACE, fields: { disabled: true, customClaims: null } }],
  returnedTenants: [
    {
      space: 'tenant',
      ofTenant: 'identity-settings',
      key: 'settings',
      fields: {
        signUp: false,
        anonymous: false,
        passwordSignIn: false,
        emailLinkSignIn: false,
        phoneSignIn: false,
        passkeys: null,
      },
    },
  ],
  lastingFlags: [{ space: 'database', field: 'isDeleteProtected', made: DEFAULT_DATABASE }],
  shrinkingLists: ['downloadTokens', 'readers'].map((list) => ({ space: OBJECT_SPACE, path: `$.object.${list}` })),
}

/** What a restore does not bring back. All else of a project is as it was. */
export function replacementTerms({ isExact }: { readonly isExact: boolean }): ReplacementTerms {
  return isExact ? exactly : closedStaysClosed
}
