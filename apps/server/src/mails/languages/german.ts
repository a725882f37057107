import type { MailLanguage } from './mail-language.ts'

const IGNORE = 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Link geschieht nichts.'

export const german: MailLanguage = {
  name: 'Deutsch',
  greeting: 'Hallo %DISPLAY_NAME%,',
  mails: {
    VERIFY_EMAIL: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse für %APP_NAME%',
      request: 'Öffnen Sie diesen Link, um zu bestätigen, dass %EMAIL% Ihre Adresse ist:',
      after: IGNORE,
    },
    PASSWORD_RESET: {
      subject: 'Neues Passwort für %APP_NAME% wählen',
      request:
        'Öffnen Sie innerhalb einer Stunde diesen Link, um ein neues Passwort für Ihr Konto %EMAIL% bei %APP_NAME% zu wählen:',
      after: IGNORE,
    },
    EMAIL_SIGNIN: {
      subject: 'Bei %APP_NAME% anmelden',
      request: 'Öffnen Sie innerhalb einer Stunde diesen Link, um sich als %EMAIL% bei %APP_NAME% anzumelden:',
      after: IGNORE,
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse für %APP_NAME%',
      request: 'Öffnen Sie diesen Link, um %NEW_EMAIL% zur Adresse Ihres Kontos bei %APP_NAME% zu machen:',
      after: IGNORE,
    },
    RECOVER_EMAIL: {
      subject: 'Ihre E-Mail-Adresse bei %APP_NAME% wurde geändert',
      request:
        'Die Adresse Ihres Kontos bei %APP_NAME% wurde von %EMAIL% in %NEW_EMAIL% geändert. Wenn Sie das nicht waren, öffnen Sie innerhalb von sieben Tagen diesen Link, um die Änderung rückgängig zu machen:',
      after: 'Wenn Sie es selbst waren, müssen Sie nichts tun.',
    },
    INVITATION: {
      subject: 'Sie sind zu %APP_NAME% eingeladen',
      request:
        'Sie sind eingeladen, sich um %APP_NAME% zu kümmern. Öffnen Sie innerhalb von sieben Tagen diesen Link, um als %EMAIL% beizutreten:',
      after: 'Wenn Ihnen das nichts sagt, ignorieren Sie diese E-Mail: Ohne den Link geschieht nichts.',
    },
  },
}
