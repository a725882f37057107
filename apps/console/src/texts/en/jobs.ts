import { inLanguage } from '../in-language.ts'

/** Texts of the jobs: long things that go on in the background. */
export const jobTexts = inLanguage('jobs', {
  title: 'Jobs',
  fact: 'Exports and imports of documents go on at the server, whatever becomes of this tab, and are kept for seven days with their files. Changes of many documents, files or users are this tab’s: closing it or loading it again ends them; you are asked first.',
  list: 'Jobs, the newest first',
  none: 'No jobs',
  noneHelp:
    'Export or import a collection, or change many documents at once, from the data screen. Files and users that are changed together are a job, too.',
  goToData: 'Go to data',
  kinds: {
    export: 'Export',
    import: 'Import',
    delete: 'Deletion',
    'set-field': 'Change of a field',
    'take-back': 'Undoing of a change',
    restore: 'Restoring',
    'delete-files': 'Deletion of files',
    'move-files': 'Move of files',
    'disable-users': 'Disabling of users',
    'enable-users': 'Enabling of users',
    'sign-out-users': 'Sign-out of users',
    'delete-users': 'Deletion of users',
    'export-users': 'Export of users',
  },
  of: (kind: string, target: string) => `${kind} · ${target}`,
  status: {
    queued: 'waiting',
    running: 'running',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  outcomes: {
    all: 'done',
    part: 'done in part',
    'nothing-new': 'nothing to do',
    nothing: 'nothing done',
  },
  counted: {
    documents: (count: number, done: string, total: string | undefined) => {
      if (total !== undefined) return `${done} of ${total} documents`
      return count === 1 ? '1 document' : `${done} documents`
    },
    files: (count: number, done: string, total: string | undefined) => {
      if (total !== undefined) return `${done} of ${total} files`
      return count === 1 ? '1 file' : `${done} files`
    },
    users: (count: number, done: string, total: string | undefined) => {
      if (total !== undefined) return `${done} of ${total} users`
      return count === 1 ? '1 user' : `${done} users`
    },
  },
  achieved: {
    export: (count: string) => `${count} in the file`,
    import: (count: string) => `${count} written`,
    delete: (count: string) => `${count} deleted`,
    'set-field': (count: string) => `${count} changed`,
    'take-back': (count: string) => `${count} as they were before`,
    restore: (count: string) => `${count} restored`,
    'delete-files': (count: string) => `${count} deleted`,
    'move-files': (count: string) => `${count} moved`,
    'disable-users': (count: string) => `${count} disabled`,
    'enable-users': (count: string) => `${count} enabled`,
    'sign-out-users': (count: string) => `${count} signed out`,
    'delete-users': (count: string) => `${count} deleted`,
    'export-users': (count: string) => `${count} in the file`,
  },
  kept: (count: string) => `${count} kept as they were`,
  failed: (count: string) => `${count} failed`,
  inDoubt: (count: string) => `${count} in doubt`,
  inDoubtThere:
    'The import was interrupted, so nobody knows whether it wrote those in doubt. They are there now, by this import or from before: it keeps what is there.',
  inDoubtLost: 'The answer about those in doubt was lost: they may have been written.',
  goOn: 'Go on',
  problemOf: (name: string, why: string) => `${name}: ${why}`,
  retry: 'Try these again',
  retryOf: (name: string) => `Try these again of ${name}`,
  goOnOf: (name: string) => `Go on with ${name}`,
  open: (path: string) => `Open ${path}`,
  failures: {
    documents: (count: number) => (count === 1 ? '1 document couldn’t be done' : `${count} documents couldn’t be done`),
    files: (count: number) => (count === 1 ? '1 file couldn’t be done' : `${count} files couldn’t be done`),
    users: (count: number) => (count === 1 ? '1 user couldn’t be done' : `${count} users couldn’t be done`),
  },
  problems: 'What couldn’t be done',
  moreProblems: (count: string) => `and ${count} more`,
  progressOf: (name: string) => `Progress of ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel ${name}`,
  remove: (name: string) => `Delete ${name}, with its file`,
  dismiss: (name: string) => `Take ${name} off the list`,
  sending: 'The file is being sent to the server. Keep this tab open until then; the import goes on without it.',
  fileGoes: 'The file goes',
  log: 'Log',
  logOf: (name: string) => `Log of ${name}`,
  steps: {
    queued: 'waiting for its turn',
    started: 'started',
    interrupted: 'interrupted: the server ended, and goes on',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  whys: {
    DISK_FULL:
      'The disk of the server is nearly full. Somebody has to make room there; then the job goes on where it is.',
    NOT_A_MEMBER:
      'Whoever started the job may not do this in the project any more. Somebody who may can let it go on, in their own name.',
    PROJECT_RESTORED: 'The project was restored from a backup meanwhile. The job begins anew when you let it go on.',
    RESULT_TOO_LARGE: 'The file would be larger than 4 GiB. Export less at a time, or use hearth documents export.',
    TOO_MANY_COLUMNS: 'The documents have more than 2,000 fields together, too many for a table. Export JSON lines.',
  },
  download: 'Download',
  downloadOf: (name: string) => `Download ${name}`,
  news: {
    all: (kind: string, achieved: string) => `${kind} is done: ${achieved}`,
    part: (kind: string, achieved: string) => `${kind} is done in part: ${achieved}. Jobs says what failed.`,
    'nothing-new': (kind: string) => `${kind} had nothing to do. Jobs says why.`,
    nothing: (kind: string) => `${kind} did nothing. Jobs says why.`,
  },
  failedNews: (kind: string) => `${kind} failed. Jobs says why.`,
  fileNews: (name: string, caution: string | undefined) =>
    caution === undefined ? `${name} is ready` : `${name} is ready. ${caution}`,
  cancelledHelp: 'What was done before stays done.',
  running: (count: number) => (count === 1 ? '1 job runs' : `${count} jobs run`),
  undo: 'Undo',
  undoOf: (name: string) => `Undo ${name}`,
  undoBegun: 'A job of its own undoes this.',
  undoTooMuch: (kept: string) =>
    `What the field held before is too much to keep in this tab, so this can’t be undone at once. The history of each document keeps it for ${kept}.`,
  tooMany: 'Too many jobs are under way. Wait until one is over, or cancel one.',
})
