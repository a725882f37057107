import { lapsesMs } from './lapse.ts'
import { presence, type Presence } from './presence.ts'

/** Coming back by a click on the window is told several times. */
const sameMs = 1000

/** What is around a page that repeats something; tests have their own. */
export interface Surroundings {
  readonly page: EventTarget
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState }
  readonly presence: Pick<Presence, 'signAt' | 'subscribe'>
}

/**
 * Does something from time to time while the page is seen and somebody is at it, and at once when somebody comes back. What is asked
 * tells the server for how long nobody was there (`idleHeaders`), so it prolongs no session, and there is no use in asking after its end. Answers what ends it.
 */
export function repeatWhileWatched(
  act: () => void,
  everyMs: number,
  surroundings: Surroundings = { page: globalThis, document, presence },
): () => void {
  const { page, document: seen, presence: somebody } = surroundings
  let actedAt = Date.now()
  const attempt = (): void => {
    if (!isWatched(surroundings) || Date.now() - actedAt < sameMs) return
    actedAt = Date.now()
    act()
  }
  const timer = setInterval(attempt, everyMs)
  page.addEventListener('focus', attempt)
  seen.addEventListener('visibilitychange', attempt)
  const unsubscribe = somebody.subscribe((quietMs) => {
    if (quietMs >= lapsesMs) attempt()
  })
  return () => {
    clearInterval(timer)
    page.removeEventListener('focus', attempt)
    seen.removeEventListener('visibilitychange', attempt)
    unsubscribe()
  }
}

/** Whether the page is seen, and somebody was at it as lately as a session lasts. */
export function isWatched(
  { document: seen, presence: somebody }: Pick<Surroundings, 'document' | 'presence'> = { document, presence },
): boolean {
  return seen.visibilityState === 'visible' && Date.now() - somebody.signAt < lapsesMs
}
