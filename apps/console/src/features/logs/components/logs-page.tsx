import { useNavigate, useSearch } from '@tanstack/react-router'
import { Pause, Play, ScrollText } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { LiveList } from '../../../shared/use-live-list.ts'
import { logsTexts as texts } from '../../../texts/en/logs.ts'
import { formatNumber } from '../../../texts/format.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryFailed } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SplitPage } from '../../../ui/split-page.tsx'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { useListKeys } from '../../../ui/use-list-keys.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { type LogFilter, readLogFilter, readLogSearch } from '../log-filter.ts'
import { type LoggedRequest, useRequestLog } from '../queries/logs-queries.ts'
import { useUidNames } from '../use-uid-names.ts'
import { LogFilters } from './log-filters.tsx'
import { LogPanel } from './log-panel.tsx'
import { LogTable } from './log-table.tsx'

/** Every request that named the project, as the server's log has it. The address says which are listed and which one stands beside them. */
export function LogsPage() {
  usePageTitle(texts.title)
  const navigate = useNavigate()
  const [isLive, setLive] = useState(true)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const key = JSON.stringify(readLogFilter(search))
  const filter = useMemo(() => JSON.parse(key) as LogFilter, [key])
  const { entry: opened } = readLogSearch(search)
  const log = useRequestLog(filter, isLive)
  const { rows } = log
  const nameOf = useUidNames(useMemo(() => [filter.uid, ...(rows ?? []).map(({ uid }) => uid)], [filter.uid, rows]))
  const step = useFilterSteps<LogFilter>(['path', 'uid', 'id'])
  const change = (next: LogFilter): void => step(filter, next)
  const open = (entry: string | undefined, isStep = false): void =>
    void navigate({ to: '.', search: { ...filter, ...(entry !== undefined && { entry }) }, replace: isStep })
  const close = (): void => {
    const before = opened
    open(undefined)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-entry="${before}"]`)?.focus())
  }
  const at = rows?.findIndex(({ id }) => id === opened) ?? -1
  const stepTo = (to: number): (() => void) | undefined => {
    const next = rows?.[to]
    return next && (() => open(next.id, true))
  }
  useListKeys({ j: opened === undefined ? stepTo(0) : undefined })
  const shown = formatNumber(rows?.length ?? 0)
  return (
    <SplitPage
      panel={
        opened === undefined ? undefined : (
          <LogPanel
            key={opened}
            id={opened}
            known={rows?.[at]}
            nameOf={nameOf}
            position={at < 0 ? undefined : texts.position(formatNumber(at + 1), log.hasMore ? `${shown}+` : shown)}
            onPrevious={at > 0 ? stepTo(at - 1) : undefined}
            onNext={at >= 0 ? stepTo(at + 1) : undefined}
            onClose={close}
            onFilter={(next) => change({ ...filter, ...next })}
          />
        )
      }
    >
      <PageHeader
        title={texts.title}
        actions={
          <Button icon={isLive ? <Pause /> : <Play />} onPress={() => setLive(!isLive)}>
            {isLive ? texts.pause : texts.goOn}
          </Button>
        }
      />
      <PageBody>
        <LogFilters filter={filter} nameOf={nameOf} onChange={change} />
        {log.problem !== undefined && rows !== undefined && (
          <Notice tone="attention" isAnnounced>
            {texts.stale}
          </Notice>
        )}
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <Listed
            log={log}
            isFiltered={key !== '{}'}
            onClear={() => change({})}
            table={(all) => <LogTable rows={all} opened={opened} nameOf={nameOf} onOpen={open} />}
          />
        </section>
        {log.hasMore && (
          <div className="flex justify-center">
            <Button onPress={log.showMore}>{texts.more}</Button>
          </div>
        )}
        {log.isFull && (
          <p role="status" className="text-center text-table text-ink-2">
            {texts.full(shown)}
          </p>
        )}
      </PageBody>
    </SplitPage>
  )
}

function Listed({
  log: { rows, problem, retry },
  isFiltered,
  onClear,
  table,
}: {
  readonly log: LiveList<LoggedRequest>
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly table: (rows: readonly LoggedRequest[]) => ReactNode
}) {
  if (rows === undefined) {
    if (problem === undefined) return <Skeleton rows={12} />
    return <QueryFailed title={texts.failed} error={problem} onRetry={retry} />
  }
  if (rows.length > 0) return table(rows)
  return isFiltered ? (
    <EmptyState
      icon={<ScrollText />}
      title={texts.noMatchTitle}
      action={<Button onPress={onClear}>{texts.clear}</Button>}
    >
      {texts.noMatch}
    </EmptyState>
  ) : (
    <EmptyState icon={<ScrollText />} title={texts.emptyTitle}>
      {texts.empty}
    </EmptyState>
  )
}
