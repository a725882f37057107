import { reactionTo } from '../../../backend/errors/reaction.ts'
import type { Live } from '../../../backend/live/live-state.ts'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { OfflineState } from '../../../ui/offline-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

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
