import type { MailLanguage } from './mail-language.ts'

const IGNORE = 'Se non hai fatto tu questa richiesta, ignora questa e-mail: senza il link non succede nulla.'

export const italian: MailLanguage = {
  name: 'Italiano',
  greeting: 'Ciao %DISPLAY_NAME%,',
  mails: {
    VERIFY_EMAIL: {
      subject: 'Conferma il tuo indirizzo e-mail per %APP_NAME%',
      request: 'Apri questo link per confermare che %EMAIL% è il tuo indirizzo:',
      after: IGNORE,
    },
    PASSWORD_RESET: {
      subject: 'Scegli una nuova password per %APP_NAME%',
      request:
        'Apri questo link entro un’ora per scegliere una nuova password per il tuo account %EMAIL% su %APP_NAME%:',
      after: IGNORE,
    },
    EMAIL_SIGNIN: {
      subject: 'Accedi a %APP_NAME%',
      request: 'Apri questo link entro un’ora per accedere a %APP_NAME% come %EMAIL%:',
      after: IGNORE,
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Conferma il tuo nuovo indirizzo e-mail per %APP_NAME%',
      request: 'Apri questo link per fare di %NEW_EMAIL% l’indirizzo del tuo account su %APP_NAME%:',
      after: IGNORE,
    },
    RECOVER_EMAIL: {
      subject: 'Il tuo indirizzo e-mail su %APP_NAME% è stato modificato',
      request:
        'L’indirizzo del tuo account su %APP_NAME% è stato modificato da %EMAIL% a %NEW_EMAIL%. Se non sei stato tu, apri questo link entro sette giorni per annullare la modifica:',
      after: 'Se la modifica è tua, non devi fare nulla.',
    },
    INVITATION: {
      subject: 'Hai un invito per %APP_NAME%',
      request:
        'Hai un invito a occuparti di %APP_NAME%. Apri questo link entro sette giorni per partecipare come %EMAIL%:',
      after: 'Se non sai di che si tratta, ignora questa e-mail: senza il link non succede nulla.',
    },
  },
}
