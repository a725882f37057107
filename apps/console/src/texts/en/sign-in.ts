import { inLanguage } from '../in-language.ts'

/** Texts of the screens before anybody is signed in. */
export const signInTexts = inLanguage('sign-in', {
  signIn: 'Sign in',
  signInSubtitle: 'to look after your apps on this server',
  signUp: 'Create an account',
  signUpSubtitle: 'to look after your apps on this server',
  createAccount: 'Create account',
  email: 'E-mail',
  password: 'Password',
  name: 'Name',
  noAccount: 'No account yet?',
  haveAccount: 'Have an account already?',
  signUpClosedTitle: 'No new accounts here',
  signUpClosed: 'This server takes new accounts by invitation only. Its owner can open it.',
  cutShort: ({ changes, forms, jobs }: Readonly<Record<'changes' | 'forms' | 'jobs', number>>) => {
    const parts = [
      changes > 0 && (changes === 1 ? '1 change of a document' : `${changes} changes of documents`),
      forms > 0 && (forms === 1 ? '1 form' : `${forms} forms`),
      jobs > 0 && (jobs === 1 ? '1 job' : `${jobs} jobs`),
    ].filter((part) => part !== false)
    return `Not saved when the session ended: ${parts.join(', ')}.`
  },
  uploadsWait: (count: number) =>
    `${count === 1 ? '1 upload waits' : `${count} uploads wait`} in this tab for the account that was signed in. To close the tab, or to sign in with another account, ends ${count === 1 ? 'it' : 'them'}.`,
  signedOutEnded:
    'You were signed out: the session was ended on the server. Your account may have been changed, or its sessions revoked.',
  signedOutDisabled:
    'You were signed out: this account was disabled by somebody who runs the console. Ask the server’s owner.',
  signedOutChosen: 'You are signed out.',
  accountDeleted: 'Your account is deleted, and what this browser remembered of it is cleared.',
  goesOn: 'After signing in you go on to the page you asked for.',
  or: 'or',
  continueWith: (provider: string) => `Continue with ${provider}`,
  waitingFor: (provider: string) => `Waiting for ${provider}`,
  windowOpen: (provider: string) => `Go on in the window of ${provider}. Can’t see it? It may be behind this one.`,
  cancel: 'Cancel',
  openWindow: 'Open the window',
  withPasskey: 'Sign in with a passkey',
  waitingForPasskey: 'Waiting for your passkey',
  lastUsed: 'last used',
  forgot: 'Forgot password?',
  resetPassword: 'Reset the password',
  tooWeak: 'This server asks for a stronger password than yours by now. Choose a new one by a link.',
  sendLink: 'E-mail me a sign-in link',
  linkSent: (email: string) =>
    `If ${email} can sign in here, a link is on its way. It works once, for an hour, best in this browser.`,
  noWay: 'Sign-in to this console is switched off. The owner of the server can switch a way on with a service key.',
  linkFirst: (email: string, provider: string) =>
    `${email} has an account here that signs in another way. Sign in that way once, and ${provider} is linked to it.`,
  linked: (provider: string) => `${provider} is linked. From now on it signs you in, too.`,
  notLinked: (provider: string) =>
    `You are signed in, but ${provider} could not be linked. Try it again under Account.`,
  codeTitle: 'Enter your code',
  codeSubtitle: 'Your account asks for a second factor.',
  code: 'Code',
  codeHelp: 'Six digits from your authenticator app.',
  codeMissing: 'The code has six digits.',
  factor: 'Second factor',
  unnamedFactor: 'Authenticator app',
  noAppFactor: 'The second factors of this account are text messages, which this console can’t ask for.',
  confirmCode: 'Go on',
  startOver: 'Sign in another way',
  lostDevice:
    'Lost the device? The owner of the server can remove the second factor from your account. If that is you, run “hearth owner reset --second-factor” on the server’s machine.',
  forgotTitle: 'Reset your password',
  forgotSubtitle: 'Choose a new one.',
  sendReset: 'Send the link',
  sentTitle: 'Look into your mailbox',
  sent: (email: string) =>
    `If ${email} has an account here, a link is on its way. It works once, for an hour. Nothing there? Look among the unwanted mail.`,
  sendAgain: 'Send another',
  sendAgainIn: (seconds: number) => `Send another in ${seconds} s`,
  otherAddress: 'Use another address',
  noMail:
    'This server sends no mails yet, so it can’t send a link. The owner of the server can set a new password for you under Users of the project Console; an owner runs “hearth owner reset” on the server’s machine.',
  backToSignIn: 'Back to sign-in',
  nextTryIn: (seconds: number) => `Next try in ${seconds} s`,
  welcome: 'Welcome to Hearth',
  welcomeSubtitle: 'This server has no owner yet. The first account owns it.',
  setupCode: 'Set-up code',
  setupCodeHelp: 'The server printed it when it started.',
  createOwner: 'Create the owner’s account',
  codeFromLink: 'Taken from the link you opened.',
})
