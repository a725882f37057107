import type { ReactNode } from 'react'
import { reactionToRead } from '../errors/read-reaction.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { DeniedState } from './denied-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'
import type { Asked } from './use-asked.ts'

export interface AskedListProps<Answer> {
  readonly asked: Asked<Answer>
  readonly askAgain: () => void
  /** What failed, when it did. */
  readonly failed: string
  readonly rows?: number
  readonly children: (answer: Answer) => ReactNode
}

/** A list that was asked for: loading, denied, failed with what to quote, or there. */
export function AskedList<Answer>({ asked, askAgain, failed, rows = 6, children }: AskedListProps<Answer>) {
  // What answers another question is no answer to one that failed.
  const isAnswered = asked.status !== 'failed' || asked.isOther !== true
  if (asked.answer !== undefined && isAnswered) return children(asked.answer)
  if (asked.status !== 'failed') return <Skeleton rows={rows} />
  return <AskFailed error={asked.error} askAgain={askAgain} title={failed} />
}

/** What was asked for is denied or failed: what, why, and what to quote. */
export function AskFailed({
  error,
  askAgain,
  title,
}: {
  readonly error: unknown
  readonly askAgain: () => void
  /** What failed. */
  readonly title: string
}) {
  const reaction = reactionToRead(error)
  const details =
    reaction.kind === 'quiet'
      ? {}
      : {
          details: reaction.details,
          children: reaction.kind === 'unreachable' ? uiTexts.askedWhenBack : reaction.message,
        }
  return reaction.kind === 'denied' ? (
    <DeniedState {...details} />
  ) : (
    <ErrorState title={title} onRetry={askAgain} {...details} />
  )
}
