import { useEffect } from 'react'
import { useAsked, type Asking } from './use-asked.ts'

/** Coming back by a click on the window is told twice. */
const sameMs = 1000

/**
 * Asked again from time to time while the page is seen, and at once when somebody comes back to it.
 *
 * @param ask must keep its identity while the question is the same
 */
export function useRepeated<Answer>(ask: () => Promise<Answer>, everyMs: number): Asking<Answer> {
  const asking = useAsked(ask)
  const { askAgain } = asking
  useEffect(() => {
    let askedAt = Date.now()
    const askWhileSeen = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < sameMs) return
      askedAt = Date.now()
      askAgain()
    }
    const timer = setInterval(askWhileSeen, everyMs)
    addEventListener('focus', askWhileSeen)
    document.addEventListener('visibilitychange', askWhileSeen)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', askWhileSeen)
      document.removeEventListener('visibilitychange', askWhileSeen)
    }
  }, [askAgain, everyMs])
  return asking
}
