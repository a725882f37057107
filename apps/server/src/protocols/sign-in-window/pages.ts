import { escapeHtml } from '../../html/escape-html.ts'
import { plainPage, plainPageHeaders } from '../../html/plain-page.ts'
import { createHash } from 'node:crypto'

/** What the page is told when its sign-in has ended, in the SDK's terms (`AuthEvent`); the page adds its own secret. */
export interface SignInMessage {
  readonly hearth: 'sign-in'
  readonly type: string
  readonly eventId: string | undefined
  readonly tenantId: string | undefined
  readonly urlResponse?: string
  readonly error?: { readonly code: `auth/${string}`; readonly message: string }
}

/**
 * Hands the message to the page that opened the window: to its origin alone (`target`), or, when a provider's headers have cut the window
 * off from a page of this origin, over a channel of this origin. That page closes the window once it has signed in: who waits for the end of
 * the window finds the user there. A window whose page is out of reach closes itself.
 */
export const relayPage = closingPage<{ readonly target: string; readonly message: SignInMessage }>(`
if (window.opener) window.opener.postMessage(message.message, message.target)
if (message.target === location.origin) new BroadcastChannel('hearth-sign-in').postMessage(message.message)
if (window.opener === null || window.opener.closed) window.close()
`)

/**
 * Takes the browser back to the page that went away itself. A redirect would not do: where the window's last page was a form,
 * browsers hold the whole chain of redirects after it against that page's `form-action` (CSP 3, 6.4.1), and a form's page, ours or
 * the provider's, can't name every app.
 */
export const returnPage = closingPage<{ readonly location: string }>(
  'location.replace(message.location)',
  'You are taken back to the app.',
)

/** Sends a form again that came from another site, with the cookies of this one. */
export const formAgainPage = closingPage<Readonly<Record<string, string>>>(
  `
const form = Object.assign(document.createElement('form'), { method: 'post', action: location.pathname })
for (const [name, value] of Object.entries(message)) {
  form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
}
document.body.append(form)
form.submit()
`,
  'Going on.',
)

export function failedPage(message: string): string {
  return plainPage('That did not work', `<p>${escapeHtml(message)}</p>\n<p>Close this window and begin again.</p>`)
}

/** The last page of a window: its one script hands over what it is given and goes. */
interface ClosingPage<Message extends object> {
  /** Those of a plain page, which this is but for its one script. */
  readonly headers: Readonly<Record<string, string>>
  render(message: Message): string
}

/** `script` finds the message as `message`; `sentence` is what is read where it could not do its work. */
export function closingPage<Message extends object>(
  script: string,
  sentence = 'You can close this window.',
): ClosingPage<Message> {
  const whole = `
const message = JSON.parse(document.getElementById('message').textContent)
${script}`
  const hash = createHash('sha256').update(whole).digest('base64')
  const policy = `${plainPageHeaders['content-security-policy']}; script-src 'sha256-${hash}'`
  return {
    headers: { ...plainPageHeaders, 'content-security-policy': policy },
    render: (message) =>
      plainPage(
        'Signing in',
        `<p>${sentence}</p>
<script type="application/json" id="message">${JSON.stringify(message).replaceAll('<', '\\u003c')}</script>
<script>${whole}</script>`,
      ),
  }
}
