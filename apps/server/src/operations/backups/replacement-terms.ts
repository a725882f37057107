import { GARBAGE_SPACE } from '../../files/blob-garbage.ts'
import { OBJECT_SPACE } from '../../files/object-record.ts'
import { UPLOAD_SPACE } from '../../files/upload-record.ts'
import { accountSpace } from '../../identity/accounts/account-record.ts'
import { heirSpace, sessionSpace } from '../../identity/sessions/session-record.ts'
import { installationSpace, appSpace, seenSpace, userSpace } from '../../installations/installation-records.ts'
import type { ReplacementTerms } from '../../persistence/store-copy.ts'

/**
 * What a restore does not bring back. All else of a project is as it was: documents, users, files, rules, settings, analytics.
 */
export const replacementTerms: ReplacementTerms = {
  keptSpaces: [
    // What was done stays written down, and what was asked.
    'audit',
    'audit-chain',
    'decision',
    'trend',
    // A credential that was revoked stays so, and one that was made since goes on.
    'signing-key',
    'service-key',
    'analytics-secret',
    'operator-session',
    'operator-token',
    heirSpace,
    // Devices are those that there are now.
    installationSpace,
    seenSpace,
    userSpace,
    appSpace,
    'installation-change',
    'installation-upkeep',
    // A code that was used works no second time, and a mail is not sent twice.
    'mail-outbox',
    'action-code',
    'phone-code',
    'phone-proof',
    'totp-enrolment',
    'pending-sign-in',
    'pending-assertion',
    'sign-in-flow',
    'sign-in-result',
  ],
  // A session that has ended stays so; one that began since may be of nobody who is there.
  sharedSpaces: [sessionSpace],
  // An upload goes on nowhere; what clients know of the past counts no more.
  droppedSpaces: [UPLOAD_SPACE, 'document-history'],
  // What was signed in before stays ended.
  risingFields: ['validSince', 'revocations'].map((field) => ({ space: accountSpace, field })),
  leftovers: { space: GARBAGE_SPACE, namedBy: [OBJECT_SPACE, UPLOAD_SPACE], usedBy: OBJECT_SPACE, field: 'blobId' },
}
