import type { ReactNode } from 'react'
import type { ProjectUsage } from '../../../api/projects.ts'
import { reactionTo } from '../../../errors/reaction.ts'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatBytes, formatNumber } from '../../../ui/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import type { Asked } from '../../../ui/use-asked.ts'
import { useDelay } from '../../../ui/use-delay.ts'

/** How much there is, in a row of tiles. */
export function Figures({ asked, onRetry }: { readonly asked: Asked<ProjectUsage>; readonly onRetry: () => void }) {
  const usage = asked.answer
  if (asked.status === 'failed' && usage === undefined) {
    const reaction = reactionTo(asked.error)
    return (
      <section className="rounded-large border border-line bg-ground-1">
        <ErrorState
          title={overviewTexts.figuresFailed}
          onRetry={onRetry}
          {...(reaction.kind !== 'quiet' && { details: reaction.details, children: reaction.message })}
        />
      </section>
    )
  }
  const last = usage?.lastActivityAt
  return (
    <dl className="grid grid-cols-2 gap-3 desk:grid-cols-4">
      <Tile name={overviewTexts.users} value={usage && formatNumber(usage.users)} />
      <Tile name={overviewTexts.documents} value={usage && formatNumber(usage.documents)} />
      <Tile
        name={overviewTexts.files}
        value={usage && formatNumber(usage.files)}
        note={usage && `${overviewTexts.stored}: ${formatBytes(usage.storedBytes)}`}
      />
      <Tile
        name={overviewTexts.lastActivity}
        value={usage && (typeof last === 'string' ? <Moment at={Date.parse(last)} /> : overviewTexts.noActivity)}
        isText
      />
    </dl>
  )
}

interface TileProps {
  readonly name: string
  /** Not there yet while it is asked. */
  readonly value: ReactNode
  readonly note?: ReactNode
  readonly isText?: boolean
}

function Tile({ name, value, note, isText = false }: TileProps) {
  const isLong = useDelay(150)
  return (
    <div className="min-h-[5.25rem] min-w-0 rounded-large border border-line bg-ground-1 px-4 py-3">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd
        className={isText ? 'mt-1.5 text-section font-medium' : 'text-figure font-semibold tracking-tight tabular-nums'}
      >
        {value ?? (isLong ? <SkeletonBar className="mt-2 w-16" /> : ' ')}
      </dd>
      {note !== undefined && <dd className="text-small text-ink-2">{note}</dd>}
    </div>
  )
}
