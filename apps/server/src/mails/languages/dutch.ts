import type { MailLanguage } from './mail-language.ts'

const IGNORE = 'Hebt u dit niet aangevraagd, negeer deze e-mail dan: zonder de link gebeurt er niets.'

export const dutch: MailLanguage = {
  name: 'Nederlands',
  greeting: 'Hallo %DISPLAY_NAME%,',
  mails: {
    VERIFY_EMAIL: {
      subject: 'Bevestig uw e-mailadres voor %APP_NAME%',
      request: 'Open deze link om te bevestigen dat %EMAIL% uw adres is:',
      after: IGNORE,
    },
    PASSWORD_RESET: {
      subject: 'Kies een nieuw wachtwoord voor %APP_NAME%',
      request:
        'Open deze link binnen een uur om een nieuw wachtwoord te kiezen voor uw account %EMAIL% bij %APP_NAME%:',
      after: IGNORE,
    },
    EMAIL_SIGNIN: {
      subject: 'Inloggen bij %APP_NAME%',
      request: 'Open deze link binnen een uur om bij %APP_NAME% in te loggen als %EMAIL%:',
      after: IGNORE,
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Bevestig uw nieuwe e-mailadres voor %APP_NAME%',
      request: 'Open deze link om van %NEW_EMAIL% het adres van uw account bij %APP_NAME% te maken:',
      after: IGNORE,
    },
    RECOVER_EMAIL: {
      subject: 'Uw e-mailadres bij %APP_NAME% is gewijzigd',
      request:
        'Het adres van uw account bij %APP_NAME% is gewijzigd van %EMAIL% in %NEW_EMAIL%. Was u dit niet, open dan binnen zeven dagen deze link om de wijziging ongedaan te maken:',
      after: 'Was u het zelf, dan hoeft u niets te doen.',
    },
    INVITATION: {
      subject: 'U bent uitgenodigd voor %APP_NAME%',
      request:
        'U bent uitgenodigd om voor %APP_NAME% te zorgen. Open deze link binnen zeven dagen om mee te doen als %EMAIL%:',
      after: 'Zegt dit u niets, negeer deze e-mail dan: zonder de link gebeurt er niets.',
    },
  },
}
