/** Texts of the screens before anybody is signed in. */
export const signInTexts = {
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
  signedOutEnded:
    'You were signed out: the session was ended on the server. Your account may have been changed, or its sessions revoked.',
  signedOutDisabled:
    'You were signed out: this account was disabled by an operator of the server. Ask the server’s owner.',
  signedOutChosen: 'You are signed out.',
  accountDeleted: 'Your account is deleted, and what this browser remembered of it is cleared.',
  goesOn: 'After signing in you go on to the page you asked for.',
  nextTryIn: (seconds: number) => `Next try in ${seconds} s`,
  welcome: 'Welcome to Hearth',
  welcomeSubtitle: 'This server has no owner yet. The first account owns it.',
  setupCode: 'Set-up code',
  setupCodeHelp: 'The server printed it when it started.',
  createOwner: 'Create the owner’s account',
  codeFromLink: 'Taken from the link you opened.',
} as const
