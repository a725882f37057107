import { inLanguage } from '../in-language.ts'

/** What the person reads for each error of the catalogue (see backend/errors/reaction.ts). */
export const errorTexts = inLanguage('errors', {
  emailInUse: 'An account with this address exists already.',
  phoneInUse: 'An account with this number exists already.',
  invalidPhone: 'This is not a phone number. It looks like +14155550123.',
  uidInUse: 'An account with this user id exists already.',
  invalidUid: 'A user id has 1 to 128 characters.',
  userGone: 'This user isn’t there any more. Somebody may have deleted the account.',
  invalidCredential: 'E-mail or password doesn’t match. Try again.',
  invalidEmail: 'This is not an e-mail address. It looks like name@example.com.',
  missingPassword: 'The password is missing.',
  tooManyRequests: (seconds: number) =>
    `Too many tries. The next one is possible in ${seconds === 1 ? 'a second' : waitText(seconds)}.`,
  popupBlocked: 'The browser blocked the sign-in window. Allow pop-ups for this page, then open it again.',
  providerUnreachable: (provider: string) =>
    `${provider} can’t be reached from this server right now. Try again in a moment, or sign in another way.`,
  recentLogin: 'This needs a fresh sign-in. Confirm that it is you, and it goes on by itself.',
  passwordPolicy: 'The password doesn’t meet every rule of this server yet.',
  commonPassword: 'This password is one of the most used, and the first that others try. Choose another.',
  unreachable: 'Can’t reach the server. Nothing was changed, and what you typed is kept.',
  userDisabled: 'This account was disabled by somebody who runs the console. Ask the server’s owner.',
  sessionEnded: 'The session was ended on the server. Sign in again.',
  linkFirst: 'An account with this address signs in another way. Sign in that way first, then link this one.',
  secondFactor: 'This account asks for a second factor. Enter the code of your authenticator app.',
  linkOver: 'This link was used before, is too old, or a newer one took its place.',
  wrongCode: 'The code doesn’t match. Wait for the next one in your authenticator app, then try that.',
  signInOver: 'This sign-in took too long. Begin again.',
  linkedElsewhere: 'This sign-in belongs to another account of this server. Unlink it there first, or choose another.',
  linkedAlready: 'Your account has one of these already.',
  passkeyOnDevice:
    'This device has a passkey of an account here already. Choose another device, or remove that one first.',
  passkeyRefused: 'This browser can’t make or use passkeys here.',
  passkeyUnknown: 'No account has this passkey any more. Sign in another way, then add a new one under Account.',
  passkeyGone: 'This passkey is removed already.',
  tooManyPasskeys: 'An account has at most ten passkeys. Remove one first.',
  passkeyInvalid: 'The passkey was not accepted, maybe because it took too long. Try it again.',
  tooManyFactors: 'An account has at most five second factors. Remove one first.',
  unverifiedEmail: 'This needs a verified e-mail address. Verify yours first.',
  unsupportedFirstFactor: 'A second factor goes with a sign-in by password, mail or provider. Sign in that way first.',
  unauthorizedDomain: 'This address is not among the project’s authorised domains. An owner can add it under Settings.',
  needsHttps: 'This kind of sign-in needs https, or a server on this machine.',
  switchedOff: 'This way is switched off for this project. Choose another, or ask an owner to switch it on.',
  signInAgain:
    'The session is over. The transfer goes on by itself with the next one; sign in again if you are asked to.',
  fileDenied: 'The rules or your role don’t allow this for this file. Ask an owner of the project.',
  quota:
    'The storage is full, or the file is larger than this server takes. Delete files, or ask the server’s owner for a higher limit; then try again.',
  quotaOf: (used: string, limit: string, size: string) =>
    `The files of this project hold ${used} of ${limit}, and beside other uploads there is no room for ${size}. Delete files, or ask the server’s owner for a higher HEARTH_STORAGE_QUOTA; then resume.`,
  fileTooLarge: (limit: string) => `The server takes files of up to ${limit}. Its owner can raise HEARTH_UPLOAD_LIMIT.`,
  diskFull:
    'The server’s disk is nearly full and takes no more files. Ask the server’s owner to make room; then resume.',
  fileGone: 'This file isn’t there any more: somebody deleted it.',
  uploadCancelled: 'Cancelled. Nothing was left behind.',
  uploadFailed: 'The transfer gave up after many tries. Nothing was stored; try again.',
  tooManyLinks: 'A file has only so many links at a time. Revoke one, then make a new one.',
  denied: 'Not allowed with your role in this project. Nothing was changed. Ask an owner of the project.',
  deniedHere: 'Not allowed. Nothing was changed.',
  /** For a call: nothing of it waits anywhere. */
  noAnswer: 'Not saved: the server doesn’t answer right now. Try again when it does; what you typed is kept.',
  /** A proxy's page, with a status of its own. */
  foreignAnswer:
    'Something between this browser and the server answered in its place, such as a proxy. Try again when it lets the console through; what you typed is kept.',
  /** For documents, which the SDK keeps. */
  unavailable: 'The server doesn’t answer right now. What you see may be old; changes of documents wait in this tab.',
  notFound: 'It isn’t there any more. Somebody may have deleted it a moment ago.',
  alreadyExists: 'Something with this name exists already. Choose another name.',
  failedPrecondition: 'Its state doesn’t allow this now. Load it again and look at what changed.',
  aborted: 'Somebody changed the same thing at the same moment. Nothing was saved. Try again.',
  resourceExhausted: 'A limit of the server is reached. Wait a minute, then try again.',
  invalidArgument: 'The server doesn’t accept this value. Nothing was saved.',
  deadlineExceeded: 'It took too long, and it is not known whether it was done. Look before you try again.',
  unauthenticated: 'The session is over. Sign in again.',
  unimplemented: 'This version of the server doesn’t have this yet.',
  cancelled: 'It was cancelled before it was done.',
  signUpClosed: 'This server takes new accounts by invitation only. Ask the server’s owner.',
  userMismatch: 'This is another account than the one you are signed in with.',
  server:
    'The server had a fault of its own. Nothing is known to be saved. Its log has the cause under the request id.',
  unknown: 'It failed for a reason this console doesn’t know. The details have what the server said.',
  setupCodeInvalid: 'This is not the set-up code. The server printed it when it started.',
  setupCodeExpired: 'This set-up code is too old. Restart the server, and it prints a new one.',
  setupInProgress: 'This set-up code is being used at this moment. Try again, or sign in.',
  setupDone: 'This server has an owner already. Sign in instead.',
  invitationInvalid:
    'This invitation was revoked, is for another address, or a newer link took its place. Ask an owner of the project.',
  invitationOver: 'This invitation was accepted, or its time is over. Ask an owner of the project for another.',
  lastOwner: 'You are the only owner of this project. Make somebody else an owner first.',
  lastServerOwner: 'This is the only account that runs the server. Make another one its owner first.',
  teamFull: 'A project has at most 200 members. Remove somebody first.',
  projectExists: 'A project with this id exists on this server. Choose another id.',
  bucketTaken: 'Another project has a bucket of this name. Choose another name.',
  notAMember: 'You don’t belong to this project, or it doesn’t exist. Ask one of its owners.',
  serverOwnerOnly: 'Only the owner of this server creates projects.',
  /** In the place of the sentence of the same name, where something was only read. */
  ofReads: {
    unreachable: 'Can’t reach the server. Try again when it answers.',
    denied: 'Not allowed with your role in this project. Ask an owner of the project.',
    noAnswer: 'The server doesn’t answer right now. Try again when it does.',
    foreignAnswer:
      'Something between this browser and the server answered in its place, such as a proxy. Try again when it lets the console through.',
    aborted: 'Something else got in between. Try again.',
    invalidArgument: 'The server doesn’t accept what it was asked.',
    deadlineExceeded: 'It took too long. Try again in a moment.',
    server: 'The server had a fault of its own. Its log has the cause under the request id.',
  },
})

function waitText(seconds: number): string {
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
