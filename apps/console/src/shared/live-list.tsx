import { Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiTexts } from '../texts/en/ui.ts'
import { formatDateTime } from '../texts/format.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryFailed } from '../ui/query-content.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { whenCame } from './when-came.ts'

/** Stops and starts what comes by itself. */
export function LiveButton({
  isLive,
  onChange,
}: {
  readonly isLive: boolean
  readonly onChange: (isLive: boolean) => void
}) {
  return (
    <Button icon={isLive ? <Pause /> : <Play />} onPress={() => onChange(!isLive)}>
      {isLive ? uiTexts.pause : uiTexts.goOn}
    </Button>
  )
}

/** When a row came, in few characters. `time` as the server has it. */
export function CameAt({ time }: { readonly time: string }) {
  const at = Date.parse(time)
  return (
    <time dateTime={time} title={formatDateTime(at)} className="whitespace-nowrap tabular-nums">
      {whenCame(at, Date.now())}
    </time>
  )
}

export interface LiveRowsProps {
  /** Whether there was an answer. */
  readonly isKnown: boolean
  readonly isEmpty: boolean
  readonly isFiltered: boolean
  /** Why the last question failed; what was known stays. */
  readonly problem: unknown
  readonly retry: () => void
  readonly onClear: () => void
  readonly icon: ReactNode
  readonly words: {
    readonly failed: string
    readonly emptyTitle: string
    readonly empty: string
    readonly noMatchTitle: string
    readonly noMatch: string
  }
  readonly children: ReactNode
}

/** The rows of a list that comes by itself, or what stands in their place. */
export function LiveRows({ isKnown, problem, ...rest }: LiveRowsProps) {
  return (
    <>
      {problem !== undefined && isKnown && (
        <Notice tone="attention" isAnnounced>
          {uiTexts.stale}
        </Notice>
      )}
      <section className="overflow-hidden rounded-large border border-line bg-ground-1">
        {isKnown ? (
          <Known {...rest} />
        ) : problem === undefined ? (
          <Skeleton rows={12} />
        ) : (
          <QueryFailed title={rest.words.failed} error={problem} onRetry={rest.retry} />
        )}
      </section>
    </>
  )
}

function Known({ isEmpty, isFiltered, onClear, icon, words, children }: Omit<LiveRowsProps, 'isKnown' | 'problem'>) {
  if (!isEmpty) return children
  return isFiltered ? (
    <EmptyState
      icon={icon}
      title={words.noMatchTitle}
      action={<Button onPress={onClear}>{uiTexts.clearFilters}</Button>}
    >
      {words.noMatch}
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title={words.emptyTitle}>
      {words.empty}
    </EmptyState>
  )
}

/** What there is besides what is shown: the way to it, or what is to be known about it. */
export function ListEnd({
  onMore,
  note,
}: {
  readonly onMore: (() => void) | undefined
  readonly note: string | undefined
}) {
  if (onMore !== undefined) {
    return (
      <div className="flex justify-center">
        <Button onPress={onMore}>{uiTexts.showMore}</Button>
      </div>
    )
  }
  return (
    note !== undefined && (
      <p role="status" className="text-center text-table text-ink-2">
        {note}
      </p>
    )
  )
}
