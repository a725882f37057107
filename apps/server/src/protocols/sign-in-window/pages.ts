import { createHash } from 'node:crypto'
import { escapeHtml } from '../../html/escape-html.ts'
import { plainPage, plainPageHeaders } from '../../html/plain-page.ts'

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
 * Hands the message to the page that opened the window: to its origin alone, or, when a provider's headers have cut the window off from
 * a page of this origin, over a channel of this origin.
 */
const relayScript = `
const { target, message } = JSON.parse(document.getElementById('message').textContent)
if (window.opener) window.opener.postMessage(message, target)
if (target === location.origin) new BroadcastChannel('hearth-sign-in').postMessage(message)
window.close()
`
const relayScriptHash = createHash('sha256').update(relayScript).digest('base64')

/** Those of a plain page, which this is but for its one script. */
export const relayHeaders = {
  ...plainPageHeaders,
  'content-security-policy': `${plainPageHeaders['content-security-policy']}; script-src 'sha256-${relayScriptHash}'`,
}

/** `target` is the origin of the page that asked. */
export function relayPage(target: string, message: SignInMessage): string {
  const json = JSON.stringify({ target, message }).replaceAll('<', '\\u003c')
  return plainPage(
    'Signing in',
    `<p>You can close this window.</p>
<script type="application/json" id="message">${json}</script>
<script>${relayScript}</script>`,
  )
}

export function failedPage(message: string): string {
  return plainPage('That did not work', `<p>${escapeHtml(message)}</p>\n<p>Close this window and begin again.</p>`)
}

/** `hearth dev` plays the provider: whoever is named here is signed in. */
export function testProviderPage(providerId: string, state: string): string {
  return plainPage(
    `Sign in with ${providerId}`,
    `<p>This is the test provider of <code>hearth dev</code>. It asks for no password and signs in whoever is named here.</p>
<form method="post" action="/__/auth/test-provider">
<input type="hidden" name="state" value="${escapeHtml(state)}">
<p><label>E-mail <input type="email" name="email" value="ada@example.com" required autofocus></label></p>
<p><label>Name <input name="name" value="Ada Lovelace"></label></p>
<p><label><input type="checkbox" name="verified" checked> The provider has verified the address</label></p>
<p><button name="answer" value="yes">Sign in</button> <button name="answer" value="no" formnovalidate>Cancel</button></p>
</form>`,
  )
}
