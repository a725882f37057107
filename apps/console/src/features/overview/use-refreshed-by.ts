import { useEffect, useRef } from 'react'

/** What comes in a burst is counted once it is over. */
const settleMs = 1_000
/** Figures are not asked for more often, whatever comes. */
const restMs = 5_000

/**
 * Asks for figures anew when something arrives that they count, so that what stands beside one another is of one time.
 *
 * @param newest names what arrived last; undefined while nothing is known
 * @param refresh may be another function at each render
 */
export function useRefreshedBy(newest: string | undefined, isKnown: boolean, refresh: () => void): void {
  const latest = useRef(refresh)
  latest.current = refresh
  const known = useRef<{ readonly newest: string | undefined }>(undefined)
  const refreshedAt = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!isKnown) return
    const before = known.current
    known.current = { newest }
    if (before === undefined || before.newest === newest || timer.current !== undefined) return
    const wait = Math.max(settleMs, refreshedAt.current + restMs - Date.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      refreshedAt.current = Date.now()
      latest.current()
    }, wait)
  }, [newest, isKnown])
  useEffect(() => () => clearTimeout(timer.current), [])
}
