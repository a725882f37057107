import { useEffect } from 'react'
import { repeatWhileWatched } from '../live/repeat-while-watched.ts'
import { useAsked, type Asking } from './use-asked.ts'

/**
 * Asked again from time to time while the page is seen and somebody is at it, and at once when they come back to it.
 *
 * @param ask must keep its identity while the question is the same
 */
export function useRepeated<Answer>(ask: () => Promise<Answer>, everyMs: number): Asking<Answer> {
  const asking = useAsked(ask)
  const { askAgain } = asking
  useEffect(() => repeatWhileWatched(askAgain, everyMs), [askAgain, everyMs])
  return asking
}
