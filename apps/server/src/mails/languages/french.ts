import type { MailLanguage } from './mail-language.ts'

const IGNORE =
  'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail : sans le lien, il ne se passe rien.'

export const french: MailLanguage = {
  name: 'Français',
  greeting: 'Bonjour %DISPLAY_NAME%,',
  mails: {
    VERIFY_EMAIL: {
      subject: 'Confirmez votre adresse e-mail pour %APP_NAME%',
      request: 'Ouvrez ce lien pour confirmer que l’adresse %EMAIL% est bien la vôtre :',
      after: IGNORE,
    },
    PASSWORD_RESET: {
      subject: 'Choisissez un nouveau mot de passe pour %APP_NAME%',
      request:
        'Ouvrez ce lien dans l’heure qui suit pour choisir un nouveau mot de passe pour votre compte %EMAIL% sur %APP_NAME% :',
      after: IGNORE,
    },
    EMAIL_SIGNIN: {
      subject: 'Connectez-vous à %APP_NAME%',
      request: 'Ouvrez ce lien dans l’heure qui suit pour vous connecter à %APP_NAME% avec l’adresse %EMAIL% :',
      after: IGNORE,
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Confirmez votre nouvelle adresse e-mail pour %APP_NAME%',
      request: 'Ouvrez ce lien pour que %NEW_EMAIL% devienne l’adresse de votre compte sur %APP_NAME% :',
      after: IGNORE,
    },
    RECOVER_EMAIL: {
      subject: 'Votre adresse e-mail sur %APP_NAME% a été modifiée',
      request:
        'L’adresse de votre compte sur %APP_NAME% a été modifiée : %EMAIL% a été remplacée par %NEW_EMAIL%. Si ce n’était pas vous, ouvrez ce lien dans les sept jours pour annuler la modification :',
      after: 'Si c’était vous, vous n’avez rien à faire.',
    },
    INVITATION: {
      subject: 'Vous êtes invité à rejoindre %APP_NAME%',
      request:
        'Vous êtes invité à vous occuper de %APP_NAME%. Ouvrez ce lien dans les sept jours pour le rejoindre en tant que %EMAIL% :',
      after: 'Si cela ne vous dit rien, ignorez cet e-mail : sans le lien, il ne se passe rien.',
    },
  },
}
