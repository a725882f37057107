import { escapeHtml } from '../../html/escape-html.ts'
import { plainPage } from '../../html/plain-page.ts'
import type { Action } from '../../identity/messages/action-codes.ts'

export function passwordPage(email: string): string {
  return plainPage(
    'Choose a new password',
    `<p>For ${escapeHtml(email)}. Every device that is signed in will be signed out.</p>
<form method="post">
<input type="email" name="email" value="${escapeHtml(email)}" autocomplete="username" readonly hidden>
<p><label>New password <input type="password" name="newPassword" autocomplete="new-password" required></label></p>
<p><button>Save the new password</button></p>
</form>`,
  )
}

export function donePage(action: Action, continueUrl: string | undefined): string {
  const sentence = action.kind === 'PASSWORD_RESET' ? 'Your new password is saved.' : 'It is done.'
  const onward = continueUrl === undefined ? '' : `<p><a href="${escapeHtml(continueUrl)}">Continue</a></p>`
  return plainPage('Done', `<p>${sentence} You can close this page.</p>\n${onward}`)
}

export function failedPage(kind: 'overLink' | 'other', message: string): string {
  return kind === 'overLink'
    ? plainPage(
        'This link is over',
        '<p>It was used before, or it is too old. Ask for a new one where you asked for this.</p>',
      )
    : plainPage('That did not work', `<p>${escapeHtml(message)}</p>`)
}
