import type { AuthEvent } from './auth-events.ts'
import { readSignInMessage } from './sign-in-message.ts'

/** What the page remembers while the browser is at the provider; in the session storage of this tab. */
interface PendingRedirect {
  readonly type: string
  readonly eventId: string | undefined
  readonly secret: string
  /** Where the user was, with the fragment. */
  readonly address: string
}

const fragmentName = 'hearth-sign-in'

export function rememberRedirect(app: string, pending: PendingRedirect): void {
  sessionStorage.setItem(keyOf(app), JSON.stringify(pending))
}

/**
 * The event of the redirect that the page has just come back from. What the fragment says counts only when this tab began the sign-in;
 * it goes from the address in any case.
 */
export function takeRedirect(app: string): AuthEvent | undefined {
  const stored = sessionStorage.getItem(keyOf(app))
  const fragment = new URLSearchParams(location.hash.slice(1)).get(fragmentName)
  if (fragment === null) return undefined
  const pending = stored === null ? undefined : (JSON.parse(stored) as PendingRedirect)
  sessionStorage.removeItem(keyOf(app))
  const clean = new URL(location.href)
  clean.hash = pending === undefined ? '' : new URL(pending.address).hash
  history.replaceState(history.state, '', clean)
  return pending === undefined ? undefined : readSignInMessage(decode(fragment), pending)
}

function decode(fragment: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // Somebody else's fragment; this sign-in has no answer.
    return undefined
  }
}

function keyOf(app: string): string {
  return `hearth:sign-in:${app}`
}
