import type { MailLanguage } from './mail-language.ts'

const IGNORE = 'If you did not ask for this, ignore this mail: nothing happens without the link.'

export const english: MailLanguage = {
  name: 'English',
  greeting: 'Hello %DISPLAY_NAME%,',
  mails: {
    VERIFY_EMAIL: {
      subject: 'Confirm your e-mail address for %APP_NAME%',
      request: 'Open this link to confirm that %EMAIL% is your address:',
      after: IGNORE,
    },
    PASSWORD_RESET: {
      subject: 'Choose a new password for %APP_NAME%',
      request: 'Open this link within an hour to choose a new password for your account %EMAIL% at %APP_NAME%:',
      after: IGNORE,
    },
    EMAIL_SIGNIN: {
      subject: 'Sign in to %APP_NAME%',
      request: 'Open this link within an hour to sign in to %APP_NAME% as %EMAIL%:',
      after: IGNORE,
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Confirm your new e-mail address for %APP_NAME%',
      request: 'Open this link to make %NEW_EMAIL% the address of your account at %APP_NAME%:',
      after: IGNORE,
    },
    RECOVER_EMAIL: {
      subject: 'Your e-mail address at %APP_NAME% was changed',
      request:
        'The address of your account at %APP_NAME% was changed from %EMAIL% to %NEW_EMAIL%. If that was not you, open this link within seven days to take it back:',
      after: 'If it was you, there is nothing to do.',
    },
    INVITATION: {
      subject: 'You are invited to %APP_NAME%',
      request: 'You are invited to look after %APP_NAME%. Open this link within seven days to join as %EMAIL%:',
      after: 'If you don’t know what this is about, ignore this mail: nothing happens without the link.',
    },
  },
}
