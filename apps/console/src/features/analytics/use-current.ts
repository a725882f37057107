import { use, useEffect } from 'react'
import type { Asking } from '../../ui/use-asked.ts'
import { useRepeated } from '../../ui/use-repeated.ts'
import { ReportClockContext } from './report-clock.ts'

const everyMs = 60_000

/**
 * A report that keeps up: asked for anew each minute while somebody is at it, when they come back, and with the others on the screen.
 *
 * @param ask must keep its identity while the question is the same
 */
export function useCurrent<Answer>(ask: () => Promise<Answer>): Asking<Answer> {
  const clock = use(ReportClockContext)
  const asking = useRepeated(ask, everyMs)
  const { asked, askAgain } = asking
  const at = asked.isOther === true ? undefined : asked.at
  useEffect(() => clock.note(askAgain, at), [clock, askAgain, at])
  useEffect(() => () => clock.leave(askAgain), [clock, askAgain])
  return asking
}
