import { useCallback, useEffect, useState } from 'react'

/** Something asked from the server once, and again when told so. What was known stays while it is asked anew. */
export type Asked<Answer> =
  | { readonly status: 'loading'; readonly answer: undefined }
  | { readonly status: 'known'; readonly answer: Answer; readonly isAsking: boolean }
  | { readonly status: 'failed'; readonly answer: Answer | undefined; readonly error: unknown }

export interface Asking<Answer> {
  readonly asked: Asked<Answer>
  readonly askAgain: () => void
}

/**
 * @param ask must keep its identity while the question is the same (`useCallback`)
 */
export function useAsked<Answer>(ask: () => Promise<Answer>): Asking<Answer> {
  const [asked, setAsked] = useState<Asked<Answer>>({ status: 'loading', answer: undefined })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setAsked((before) => (before.status === 'known' ? { ...before, isAsking: true } : before))
    ask().then(
      (answer) => {
        if (isCurrent) setAsked({ status: 'known', answer, isAsking: false })
      },
      (error: unknown) => {
        if (isCurrent) setAsked((before) => ({ status: 'failed', answer: before.answer, error }))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [ask, turn])
  return { asked, askAgain: useCallback(() => setTurn((before) => before + 1), []) }
}
