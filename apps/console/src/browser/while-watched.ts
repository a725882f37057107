import { lapsesMs, presence, type Presence } from './presence.ts'

/** Coming back by a click on the window is told several times. */
const sameMs = 1000

/** What is around a page that repeats something; tests have their own. */
export interface Surroundings {
  readonly page: EventTarget
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState }
  readonly presence: Pick<Presence, 'signAt' | 'subscribe'>
}

/**
 * Options of a query that is repeated while the page is watched, and at once when somebody comes back to it. A query that is still under way
 * is not repeated. What is asked tells the server for how long nobody was there (`idleHeaders`), so it prolongs no session.
 */
export function whileWatched(everyMs: number) {
  return { refetchInterval: everyMs, refetchOnWindowFocus: true, staleTime: sameMs } as const
}

/** Whether the page is seen, and somebody was at it as lately as a session lasts. */
export function isWatched(
  { document: seen, presence: somebody }: Pick<Surroundings, 'document' | 'presence'> = { document, presence },
): boolean {
  return seen.visibilityState === 'visible' && Date.now() - somebody.signAt < lapsesMs
}

/**
 * Tells whether the page is watched, now and whenever that changes, and tells nothing but that somebody came back to its window. It has the
 * form that the `focusManager` of TanStack Query takes. Returns what ends it.
 */
export function followWatching(
  tell: (isWatched?: boolean) => void,
  surroundings: Surroundings = { page: globalThis, document, presence },
): () => void {
  const { page, document: seen, presence: somebody } = surroundings
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    clearTimeout(timer)
    const watched = isWatched(surroundings)
    if (watched) timer = setTimeout(look, somebody.signAt + lapsesMs - Date.now())
    tell(watched)
  }
  const comeBack = (): void => {
    look()
    tell()
  }
  look()
  page.addEventListener('focus', comeBack)
  seen.addEventListener('visibilitychange', look)
  const unsubscribe = somebody.subscribe((quietMs) => {
    if (quietMs >= lapsesMs) look()
  })
  return () => {
    clearTimeout(timer)
    page.removeEventListener('focus', comeBack)
    seen.removeEventListener('visibilitychange', look)
    unsubscribe()
  }
}
