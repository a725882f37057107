import type { ProjectUsage } from '../../../backend/api/projects.ts'
import { reactionToRead } from '../../../backend/errors/read-reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatBytes, formatNumber } from '../../../texts/format.ts'
import { useFailure, type ShownQuery } from '../../../ui/query-content.tsx'
import type { Trends } from '../trends.ts'
import { PeopleCard } from './people-card.tsx'
import { TrendTile } from './trend-tile.tsx'

export interface FiguresProps {
  readonly query: ShownQuery<Trends>
  readonly usage: ProjectUsage | undefined
}

/** How much there is and how much happened, each with its course and against the days before. */
export function Figures({ query, usage }: FiguresProps) {
  const project = useProject()
  const trends = query.data
  const failure = useFailure(query)
  if (failure !== undefined && trends === undefined) {
    const reaction = reactionToRead(failure)
    return (
      <section className="rounded-large border border-line bg-ground-1">
        <ErrorState
          title={overviewTexts.figuresFailed}
          onRetry={() => void query.refetch()}
          {...(reaction.kind !== 'quiet' && { details: reaction.details, children: reaction.message })}
        />
      </section>
    )
  }
  const days = trends?.days ?? []
  const at = (area: string): string => `/projects/${encodeURIComponent(project.id)}/${area}`
  const quota = usage?.storageQuotaBytes
  return (
    <div className="grid min-w-0 gap-3">
      <PeopleCard trends={trends} />
      <ul
        aria-label={overviewTexts.figures}
        className="grid overflow-hidden rounded-large border border-line bg-ground-1 max-tablet:divide-y tablet:grid-cols-3 tablet:divide-x divide-line"
      >
        <TrendTile
          name={overviewTexts.documentsWritten}
          href={at('data')}
          trend={trends?.written}
          days={days}
          isLevel={false}
          isShare
          note={usage && overviewTexts.documentsCount(formatNumber(usage.documents), usage.documents)}
        />
        <TrendTile
          name={overviewTexts.filesStored}
          href={at('files')}
          trend={trends?.storedBytes}
          days={days}
          isLevel
          format={formatBytes}
          note={
            usage &&
            (typeof quota === 'number'
              ? overviewTexts.ofQuota(formatBytes(quota))
              : overviewTexts.filesCount(formatNumber(usage.files), usage.files))
          }
        />
        <TrendTile
          name={overviewTexts.denied}
          href={`${at('requests')}?verdict=denied`}
          trend={trends?.denied}
          days={days}
          isLevel={false}
          isConcern
        />
      </ul>
    </div>
  )
}
