import { closingPage, type SignInMessage } from './pages.ts'

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
export const FRAME_MESSAGE_NAME = 'hearth-auth-event'
export const FRAME_STORAGE_PREFIX = 'hearth:auth-event:'

/**
 * `frame` is the name of the frame, `returnTo` the page that the browser goes back to; undefined in a window, which the SDK of the page that
 * opened it closes once it has signed in.
 */
export const frameRelayPage = closingPage<{
  readonly frame: string
  readonly event: FrameEvent
  readonly returnTo: string | undefined
}>(`
const { frame, event, returnTo } = message
if (returnTo !== undefined) {
  sessionStorage.setItem('${FRAME_STORAGE_PREFIX}' + frame, JSON.stringify(event))
  location.replace(returnTo)
} else {
  const passed = { name: '${FRAME_MESSAGE_NAME}', frame, event }
  if (window.opener === null) new BroadcastChannel('${FRAME_MESSAGE_NAME}').postMessage(passed)
  else for (let index = 0; index < window.opener.length; index++) window.opener[index].postMessage(passed, location.origin)
  if (window.opener === null || window.opener.closed) window.close()
}
`)
