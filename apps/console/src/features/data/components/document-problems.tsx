import { failureOf } from '../../../backend/errors/failure.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import type { Live } from '../../../backend/live/live-state.ts'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { OfflineState } from '../../../ui/offline-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { DetailsFold } from '../../../ui/details-fold.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NoAnswer } from '../../../backend/live/answer-in-time.ts'
import { ChangedMeanwhile, UndoNeedsServer } from '../queries/save-changes.ts'

/** What stands in the place of data that is not there: still loading, denied, failed, or out of reach. */
export function LiveProblem({ live, title }: { readonly live: Live<unknown>; readonly title: string }) {
  switch (live.status) {
    case 'loading':
      return <Skeleton rows={6} />
    case 'denied':
    case 'failed': {
      const reaction = reactionTo(live.error)
      const details = reaction.kind === 'quiet' ? {} : { details: reaction.details, children: reaction.message }
      return live.status === 'denied' ? (
        <DeniedState {...details} />
      ) : (
        <ErrorState title={title} onRetry={live.retry} {...details} />
      )
    }
    case 'offline':
      return <OfflineState />
    case 'live':
    case 'stale':
      return null
  }
}

/** Why changes of a document were not saved, or not undone. */
export function SaveProblem({ problem }: { readonly problem: unknown }) {
  const known = textOf(problem)
  if (known !== undefined) {
    return (
      <Notice tone="attention" isAnnounced>
        {known}
      </Notice>
    )
  }
  const reaction = reactionTo(problem)
  return (
    <Notice tone="danger" isAnnounced>
      {dataTexts.couldNotSave(reaction.kind === 'quiet' ? '' : reaction.message)}
      {reaction.kind !== 'quiet' && <DetailsFold details={reaction.details} />}
    </Notice>
  )
}

function textOf(problem: unknown): string | undefined {
  if (problem instanceof ChangedMeanwhile) return dataTexts.changedMeanwhile
  if (problem instanceof UndoNeedsServer) return dataTexts.undoNeedsServer
  return problem instanceof NoAnswer ? dataTexts.saveNeedsServer : undefined
}

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
