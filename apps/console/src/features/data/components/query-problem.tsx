import { failureOf } from '../../../backend/errors/failure.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import type { Live } from '../../../backend/live/live-state.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LiveProblem } from './live-problem.tsx'

/** What stands in the place of documents that are not there. Of a query that the server refuses, the server's own words say most. */
export function QueryProblem({ live, isAsked }: { readonly live: Live<unknown>; readonly isAsked: boolean }) {
  if (live.status !== 'failed' || !isAsked) return <LiveProblem live={live} title={dataTexts.failedDocuments} />
  const { code, message } = failureOf(live.error)
  const isRefused = code === 'invalid-argument' || code === 'failed-precondition'
  if (!isRefused || message === undefined) return <LiveProblem live={live} title={dataTexts.failedDocuments} />
  const reaction = reactionTo(live.error)
  return (
    <ErrorState
      title={queryTexts.refusedTitle}
      onRetry={live.retry}
      {...(reaction.kind !== 'quiet' && { details: reaction.details })}
    >
      {message}
    </ErrorState>
  )
}
