import { createHash } from 'node:crypto'
import { plainPage, plainPageHeaders } from '../../html/plain-page.ts'
import type { SignInMessage } from './pages.ts'

/** How a sign-in ended, in the shape that the SDK's own resolver takes from its frame (12.19, `AuthEvent`). */
export interface FrameEvent {
  readonly type: string
  readonly eventId: string | null
  readonly urlResponse: string | null
  readonly sessionId: string | null
  readonly postBody: null
  readonly tenantId: string | null
  readonly error?: SignInMessage['error']
}

export function authEventOf(message: SignInMessage, secret: string | undefined): FrameEvent {
  const { type, eventId, tenantId, urlResponse, error } = message
  return {
    type,
    eventId: eventId ?? null,
    urlResponse: urlResponse ?? null,
    sessionId: secret ?? null,
    postBody: null,
    tenantId: tenantId ?? null,
    ...(error !== undefined && { error }),
  }
}

/**
 * Names that the window and the frame share. Both are pages of this origin, and what one hands the other reaches no other origin: a
 * message to the frames of the page that opened the window, a channel where a provider has cut the window off from that page, and the
 * tab's session storage while the browser goes back to a page that went away itself.
 */
export const frameMessageName = 'hearth-auth-event'
export const frameStoragePrefix = 'hearth:auth-event:'

const relayScript = `
const { frame, event, returnTo } = JSON.parse(document.getElementById('message').textContent)
if (returnTo !== undefined) {
  sessionStorage.setItem('${frameStoragePrefix}' + frame, JSON.stringify(event))
  location.replace(returnTo)
} else {
  const message = { name: '${frameMessageName}', frame, event }
  if (window.opener === null) new BroadcastChannel('${frameMessageName}').postMessage(message)
  else for (let index = 0; index < window.opener.length; index++) window.opener[index].postMessage(message, location.origin)
  window.close()
}
`
const relayScriptHash = createHash('sha256').update(relayScript).digest('base64')

export const frameRelayHeaders = {
  ...plainPageHeaders,
  'content-security-policy': `${plainPageHeaders['content-security-policy']}; script-src 'sha256-${relayScriptHash}'`,
}

/** `frame` is the name of the frame, `returnTo` the page that the browser goes back to; undefined in a window. */
export function frameRelayPage(frame: string, event: FrameEvent, returnTo: string | undefined): string {
  const json = JSON.stringify({ frame, event, returnTo }).replaceAll('<', '\\u003c')
  return plainPage(
    'Signing in',
    `<p>You can close this window.</p>
<script type="application/json" id="message">${json}</script>
<script>${relayScript}</script>`,
  )
}
