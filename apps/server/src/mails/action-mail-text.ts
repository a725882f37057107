import type { ActionMail } from '../identity/action-mails.ts'
import type { MailMessage } from './mail-transport.ts'

/** A mail with a code as it is sent: plain text, which no mail program has to be trusted with. */
export function actionMailText({ kind, to, link, newEmail = '', displayName }: ActionMail): MailMessage {
  const greeting = displayName === undefined ? 'Hello,' : `Hello ${displayName.replaceAll(/[\r\n]+/g, ' ')},`
  const message = (subject: string, request: string, after: string): MailMessage => ({
    to,
    subject,
    text: `${greeting}\n\n${request}\n\n${link}\n\n${after}\n`,
  })
  const ignore = 'If you did not ask for this, ignore this mail: nothing happens without the link.'
  switch (kind) {
    case 'PASSWORD_RESET':
      return message('Choose a new password', 'Open this link within an hour to choose a new password:', ignore)
    case 'EMAIL_SIGNIN':
      return message('Your link to sign in', 'Open this link within an hour to sign in:', ignore)
    case 'VERIFY_EMAIL':
      return message('Confirm your e-mail address', 'Open this link to confirm that this address is yours:', ignore)
    case 'VERIFY_AND_CHANGE_EMAIL':
      return message('Confirm your new e-mail address', `Open this link to change your address to ${newEmail}:`, ignore)
    case 'RECOVER_EMAIL':
      return message(
        'Your e-mail address was changed',
        `The address of your account was changed to ${newEmail}. If that was not you, open this link to take it back:`,
        'If it was you, there is nothing to do.',
      )
  }
}
