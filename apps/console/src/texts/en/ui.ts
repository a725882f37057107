import { inLanguage } from '../in-language.ts'

/** Texts of the design system's own parts. */
export const uiTexts = inLanguage('ui', {
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  met: '(met)',
  notMet: '(not met yet)',
  close: 'Close',
  back: 'Back to the list',
  previous: 'Previous row',
  next: 'Next row',
  cancel: 'Cancel',
  loading: 'Loading',
  tryAgain: 'Try again',
  tryNow: 'Try now',
  triedAgain: 'It is tried again by itself.',
  askedWhenBack: 'The server doesn’t answer right now. It is asked again by itself as soon as it does.',
  details: 'Details',
  forDevelopers: 'Details for developers',
  code: 'Code',
  serverSaid: 'Server said',
  requestId: 'Request id',
  noRequestId: 'not known: no answer of the server carried one',
  copy: 'Copy',
  copiedShort: 'Copied',
  copied: (what: string) => `Copied: ${what}`,
  copyNamed: (what: string) => `Copy: ${what}`,
  copyValue: (what: string, value: string) => `${what}: ${value}. Copy`,
  deniedTitle: 'This is not open to you',
  deniedText: 'Your role doesn’t reach this far. Ask an owner of the project.',
  offlineTitle: 'Waiting for the server',
  offlineText: 'Nothing of this is in this tab yet. It appears by itself as soon as the server answers.',
  cantReachServer: 'Can’t reach the server.',
  waitingWrites: (count: number) =>
    count === 0
      ? 'What you see may be old.'
      : count === 1
        ? '1 change waits in this tab until it answers.'
        : `${count} changes wait in this tab until it answers.`,
  nextTry: (seconds: number) => (seconds <= 0 ? 'trying' : `next try in ${seconds} s`),
  asOf: (time: string) => `as of ${time}`,
  notifications: 'Notifications',
  timeSpan: 'Time',
  since: 'From',
  until: 'Until',
  untilBeforeSince: 'This is before the beginning.',
  changedMeanwhile: 'Somebody changed this meanwhile. Saving puts yours in its place.',
  changedMeanwhileTo: (value: string) =>
    value === ''
      ? 'Somebody cleared this meanwhile. Saving puts yours in its place.'
      : `Somebody changed this meanwhile to “${value}”. Saving puts yours in its place.`,
  takeTheirs: 'Take theirs',
  leaveTitle: 'Leave without saving?',
  leaveText: 'What you changed here isn’t saved, and is lost when you leave.',
  leave: 'Leave without saving',
  stay: 'Stay here',
  /** What a field says of what was typed. */
  validation: {
    emailMissing: 'The e-mail address is missing.',
    emailInvalid: 'This is not an e-mail address. It looks like name@example.com.',
    nameMissing: 'The name is missing.',
    nameTooLong: 'A name has at most 80 characters.',
    passwordMissing: 'The password is missing.',
    codeMissing: 'The set-up code is missing. The server printed it when it started.',
    projectIdMissing: 'The project id is missing.',
    projectIdCharacters: 'Only the letters a to z, digits and “-”.',
    projectIdStart: 'The first character is a letter.',
    projectIdLength: 'Between 6 and 30 characters.',
    projectIdEnd: 'The last character is a letter or a digit.',
  },
})
