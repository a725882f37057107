import { FirebaseError } from 'firebase/app'

/** How a sign-in in a window or by redirect ended, in the SDK's own shape (12.19). */
export interface AuthEvent {
  /** `signInViaPopup`, ... or `unknown` for "there was no redirect". */
  readonly type: string
  readonly eventId: string | null
  readonly urlResponse: string | null
  readonly sessionId: string | null
  readonly postBody: null
  readonly tenantId: string | null
  readonly error?: { readonly code: string; readonly message: string }
}

/** A sign-in of the SDK that waits for its event. */
export interface AuthEventConsumer {
  readonly filter: readonly string[]
  /** Null takes any event of its types. */
  readonly eventId: string | null
  onAuthEvent(event: AuthEvent): unknown
  onError(error: FirebaseError): unknown
}

const noEventCode = 'auth/no-auth-event'

/** Brings events to the sign-ins that wait for them; what the SDK calls an event manager. */
export class AuthEvents {
  readonly #consumers = new Set<AuthEventConsumer>()
  /** Of the redirect that the page came back from; handed out once. */
  #redirect: AuthEvent | undefined

  constructor(redirect: AuthEvent | undefined) {
    this.#redirect = redirect
  }

  registerConsumer(consumer: AuthEventConsumer): void {
    this.#consumers.add(consumer)
    if (!consumer.filter.includes('unknown')) return
    const event = this.#redirect ?? noRedirect
    this.#redirect = undefined
    queueMicrotask(() => this.dispatch(event))
  }

  unregisterConsumer(consumer: AuthEventConsumer): void {
    this.#consumers.delete(consumer)
  }

  dispatch(event: AuthEvent): void {
    for (const consumer of this.#consumers) {
      const isMeant = consumer.eventId === null || consumer.eventId === event.eventId
      if (!isMeant || !consumer.filter.includes(event.type)) continue
      if (event.error === undefined || event.error.code === noEventCode) consumer.onAuthEvent(event)
      else consumer.onError(authError(event.error.code, event.error.message))
    }
  }
}

const noRedirect: AuthEvent = {
  type: 'unknown',
  eventId: null,
  urlResponse: null,
  sessionId: null,
  postBody: null,
  tenantId: null,
  error: { code: noEventCode, message: 'There was no redirect.' },
}

export function authError(code: string, sentence: string): FirebaseError {
  return new FirebaseError(code, `Firebase: ${sentence} (${code}).`)
}
