import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { reactionTo } from '../errors/reaction.ts'
import { afterInterruption } from '../live/after-interruption.ts'

/**
 * Something asked from the server once, and again when told so. What was known stays while it is asked anew. `isOther`: it is the answer to
 * the question before, while the one to this question is on its way or failed.
 */
export type Asked<Answer> = (
  | { readonly status: 'loading'; readonly answer: undefined; readonly at?: undefined }
  | { readonly status: 'known'; readonly answer: Answer; readonly isAsking: boolean; readonly at: number }
  | {
      readonly status: 'failed'
      readonly answer: Answer | undefined
      readonly error: unknown
      readonly at?: number | undefined
    }
) & { readonly isOther?: boolean }

export interface Asking<Answer> {
  readonly asked: Asked<Answer>
  readonly askAgain: () => void
  /** Takes what a change was answered with for the newest answer. */
  readonly replace: (answer: Answer) => void
}

/**
 * What got no answer is asked again by itself when the server is back. `at` says when the answer came, in milliseconds since the epoch.
 *
 * @param ask must keep its identity while the question is the same (`useCallback`)
 */
export function useAsked<Answer>(ask: () => Promise<Answer>): Asking<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ status: 'loading', answer: undefined })
  /** The question that the answer is to. */
  const [answered, setAnswered] = useState(() => ask)
  const [turn, setTurn] = useState(0)
  const failures = useRef(0)
  const askAgain = useCallback(() => setTurn((before) => before + 1), [])
  const replace = useCallback(
    (answer: Answer) => {
      setAsked({ status: 'known', answer, isAsking: false, at: Date.now() })
      setAnswered(() => ask)
    },
    [ask],
  )
  useEffect(() => {
    let isCurrent = true
    setAsked((before) => (before.status === 'known' ? { ...before, isAsking: true } : before))
    ask().then(
      (answer) => {
        if (!isCurrent) return
        failures.current = 0
        replace(answer)
      },
      (error: unknown) => {
        if (!isCurrent) return
        setAsked((before) => ({
          status: 'failed',
          answer: before.answer,
          error,
          at: before.at,
        }))
        if (reactionTo(error).kind !== 'unreachable') return
        void afterInterruption(failures.current++).then(() => {
          if (isCurrent) askAgain()
        })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [ask, turn, askAgain, replace])
  const isOther = asked.answer !== undefined && answered !== ask
  return useMemo(
    () => ({ asked: isOther ? { ...asked, isOther } : asked, askAgain, replace }),
    [asked, isOther, askAgain, replace],
  )
}
