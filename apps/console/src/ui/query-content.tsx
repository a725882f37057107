import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reactionToRead } from '../backend/errors/read-reaction.ts'
import { errorTexts } from '../texts/en/errors.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { DeniedState } from './denied-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'

/** What a screen needs of a query to show its answer or its failure. */
export type ShownQuery<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'isPending' | 'errorUpdateCount' | 'refetch'
>

export interface QueryContentProps<Data> {
  readonly query: ShownQuery<Data>
  /** What failed, when it did. */
  readonly failed: string
  readonly rows?: number
  /** What stands in the place of an answer that is no list of rows. */
  readonly placeholder?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** The answer to a query: loading, denied, failed with what to quote, or there. What was known stays when it can't be asked anew. */
export function QueryContent<Data>({ query, failed, rows = 6, placeholder, children }: QueryContentProps<Data>) {
  const failure = useFailure(query)
  if (query.data !== undefined) return children(query.data)
  if (failure === undefined) return placeholder ?? <Skeleton rows={rows} />
  return <QueryFailed title={failed} error={failure} onRetry={() => void query.refetch()} />
}

/** Why a query failed; also while it is repeated without an answer so far, so that the button that repeats it keeps the focus. */
export function useFailure({
  error,
  isPending,
  errorUpdateCount,
}: Omit<ShownQuery<unknown>, 'data' | 'refetch'>): unknown {
  const [last, setLast] = useState<{ readonly error: unknown }>()
  if (error !== null && error !== last?.error) setLast({ error })
  if (error !== null) return error
  return isPending && errorUpdateCount > 0 ? last?.error : undefined
}

/** What was asked for is denied or failed: what, why, and what to quote. */
export function QueryFailed({
  title,
  error,
  onRetry,
}: {
  /** What failed. */
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => void
}) {
  const reaction = reactionToRead(error)
  // Where something else answered in the server's place, that is what there is to know.
  const isAway = reaction.kind === 'unreachable' && reaction.message !== errorTexts.ofReads.foreignAnswer
  const details =
    reaction.kind === 'quiet'
      ? {}
      : {
          details: reaction.details,
          children: isAway ? uiTexts.askedWhenBack : reaction.message,
        }
  return reaction.kind === 'denied' ? (
    <DeniedState {...details} />
  ) : (
    <ErrorState title={title} onRetry={onRetry} {...details} />
  )
}
