import { inLanguage } from '../speak.ts'

/** Texts of the history of a document. */
export const historyTexts = inLanguage('data-history', {
  tab: 'History',
  list: 'Versions, the newest first',
  help: 'Versions are kept for 7 days.',
  failed: 'Couldn’t read the history',
  none: 'No history',
  noneHelp: 'Nothing happened to this document in the last 7 days, as far as versions are kept.',
  created: 'Created',
  deleted: 'Deleted',
  changed: (count: number) => (count === 1 ? '1 field changed' : `${count} fields changed`),
  same: 'Written, and nothing changed',
  earliest: 'The earliest version that is kept',
  now: 'Now',
  by: {
    you: 'you',
    user: (uid: string) => `user ${uid}`,
    operator: (uid: string) => `operator ${uid}`,
    visitor: 'somebody who wasn’t signed in',
    server: 'the server or a service key',
  },
  restore: 'Restore',
  restoreOf: (time: string) => `Restore the version of ${time}`,
  restored: (time: string) => `Restored the version of ${time}`,
  undo: 'Undo',
  couldNotRestore: (why: string) => `Couldn’t restore it. ${why}`,
  draftFirst: 'Save or discard your changes first: restoring writes the whole document.',
  changes: 'Fields that changed',
  before: 'before',
  after: 'after',
  more: 'Show earlier versions',
})
