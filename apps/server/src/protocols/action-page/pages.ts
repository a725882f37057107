import type { Action } from '../../identity/action-codes.ts'

/** Nothing but text and a form: the page runs no script, loads nothing and tells nobody where it is. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
}

export function passwordPage(email: string): string {
  return page(
    'Choose a new password',
    `<p>For ${escape(email)}. Every device that is signed in will be signed out.</p>
<form method="post">
<input type="email" name="email" value="${escape(email)}" autocomplete="username" readonly hidden>
<p><label>New password <input type="password" name="newPassword" autocomplete="new-password" required></label></p>
<p><button>Save the new password</button></p>
</form>`,
  )
}

export function donePage(action: Action, continueUrl: string | undefined): string {
  const sentence = action.kind === 'PASSWORD_RESET' ? 'Your new password is saved.' : 'It is done.'
  const onward = continueUrl === undefined ? '' : `<p><a href="${escape(continueUrl)}">Continue</a></p>`
  return page('Done', `<p>${sentence} You can close this page.</p>\n${onward}`)
}

export function failedPage(kind: 'overLink' | 'other', message: string): string {
  return kind === 'overLink'
    ? page(
        'This link is over',
        '<p>It was used before, or it is too old. Ask for a new one where you asked for this.</p>',
      )
    : page('That did not work', `<p>${escape(message)}</p>`)
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body><main>
<h1>${escape(title)}</h1>
${content}
</main></body></html>
`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
