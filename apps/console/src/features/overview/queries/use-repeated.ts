import { useEffect } from 'react'
import { useAsked, type Asking } from '../../../ui/use-asked.ts'

/**
 * Asked again from time to time while the page is seen.
 *
 * @param ask must keep its identity while the question is the same
 */
export function useRepeated<Answer>(ask: () => Promise<Answer>, everyMs: number): Asking<Answer> {
  const asking = useAsked(ask)
  const { askAgain } = asking
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') askAgain()
    }, everyMs)
    return () => clearInterval(timer)
  }, [askAgain, everyMs])
  return asking
}
