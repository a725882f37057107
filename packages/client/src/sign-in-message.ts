import type { AuthEvent } from './auth-events.ts'

/** What the server's window hands over (`protocols/sign-in-window/pages.ts` of the server). */
interface SignInMessage {
  readonly hearth: 'sign-in'
  readonly type: string
  readonly eventId?: string
  readonly tenantId?: string
  readonly urlResponse?: string
  readonly error?: { readonly code: string; readonly message: string }
}

/** The event for the SDK when `data` is the message of the sign-in `expected`; undefined for anything else. */
export function readSignInMessage(
  data: unknown,
  expected: { type: string; eventId: string | undefined; secret: string },
): AuthEvent | undefined {
  if (!isSignInMessage(data) || data.type !== expected.type || data.eventId !== expected.eventId) return undefined
  return {
    type: data.type,
    eventId: data.eventId ?? null,
    urlResponse: data.urlResponse ?? null,
    sessionId: expected.secret,
    postBody: null,
    tenantId: data.tenantId ?? null,
    ...(data.error !== undefined && { error: data.error }),
  }
}

function isSignInMessage(data: unknown): data is SignInMessage {
  return typeof data === 'object' && data !== null && 'hearth' in data && data.hearth === 'sign-in'
}
