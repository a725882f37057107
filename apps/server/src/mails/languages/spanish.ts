import type { MailLanguage } from './mail-language.ts'

const IGNORE = 'Si no ha solicitado esto, ignore este correo: sin el enlace no ocurre nada.'

export const spanish: MailLanguage = {
  name: 'Español',
  greeting: 'Hola, %DISPLAY_NAME%:',
  mails: {
    VERIFY_EMAIL: {
      subject: 'Confirme su dirección de correo electrónico para %APP_NAME%',
      request: 'Abra este enlace para confirmar que %EMAIL% es su dirección:',
      after: IGNORE,
    },
    PASSWORD_RESET: {
      subject: 'Elija una nueva contraseña para %APP_NAME%',
      request:
        'Abra este enlace antes de una hora para elegir una nueva contraseña para su cuenta %EMAIL% en %APP_NAME%:',
      after: IGNORE,
    },
    EMAIL_SIGNIN: {
      subject: 'Inicie sesión en %APP_NAME%',
      request: 'Abra este enlace antes de una hora para iniciar sesión en %APP_NAME% como %EMAIL%:',
      after: IGNORE,
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Confirme su nueva dirección de correo electrónico para %APP_NAME%',
      request: 'Abra este enlace para que %NEW_EMAIL% sea la dirección de su cuenta en %APP_NAME%:',
      after: IGNORE,
    },
    RECOVER_EMAIL: {
      subject: 'Se ha cambiado su dirección de correo electrónico en %APP_NAME%',
      request:
        'La dirección de su cuenta en %APP_NAME% se ha cambiado de %EMAIL% a %NEW_EMAIL%. Si no ha sido usted, abra este enlace en un plazo de siete días para deshacer el cambio:',
      after: 'Si ha sido usted, no tiene que hacer nada.',
    },
    INVITATION: {
      subject: 'Le invitan a %APP_NAME%',
      request: 'Le invitan a ocuparse de %APP_NAME%. Abra este enlace antes de siete días para unirse como %EMAIL%:',
      after: 'Si esto no le suena, ignore este correo: sin el enlace no ocurre nada.',
    },
  },
}
