import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListTree, Pause, Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDatabaseList } from '../../../shared/databases/use-databases.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { shownDatabases } from '../../../shared/databases/list-databases.ts'
import { usePublishedRules } from '../../../shared/reports/use-published-rules.ts'
import {
  type Arrangement,
  readFilter,
  readRequestsSearch,
  type RequestFilter,
} from '../../../shared/requests/request-filter.ts'
import { useRequestCounts } from '../../../shared/requests/use-request-counts.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
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
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { useCallerNames } from '../use-caller-names.ts'
import { whenToTheMinute } from '../../../shared/when-came.ts'
import { type RequestSection, type ShownRequests, useShownRequests } from '../use-shown-requests.ts'
import { RequestFilters } from './request-filters.tsx'
import { RequestHistogram } from './request-histogram.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestTable, type RequestTableProps } from './request-table.tsx'

/** What the gate decided, as it happens. The address says which requests are listed, how they are put and which one stands beside them. */
export function RequestsPage() {
  usePageTitle(texts.title)
  const navigate = useNavigate()
  const [isLive, setLive] = useState(true)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const key = JSON.stringify(readFilter(search))
  const filter = useMemo(() => JSON.parse(key) as RequestFilter, [key])
  const { request: opened, by } = readRequestsSearch(search)
  const arranged = { ...(by !== undefined && { by }) }
  const requests = useShownRequests(filter, by, isLive)
  const rows = requests.sections?.flatMap((section) => section.rows ?? [])
  const hasRoom = useMediaQuery('(width >= 48rem)')
  const { users, nameOf } = useCallerNames(filter.uid, rows)
  const databases = useDatabaseIds(filter.database)
  const step = useFilterSteps<RequestFilter & { readonly by?: Arrangement }>(['uid', 'path'])
  const change = (next: RequestFilter): void => step({ ...filter, ...arranged }, { ...next, ...arranged })
  const open = (request: string | undefined, isStep = false): void =>
    void navigate({
      to: '.',
      search: { ...filter, ...arranged, ...(request !== undefined && { request }) },
      replace: isStep,
    })
  const close = (): void => {
    const before = opened
    open(undefined)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-request="${before}"]`)?.focus())
  }
  const at = rows?.findIndex(({ id }) => id === opened) ?? -1
  const stepTo = (to: number): (() => void) | undefined => {
    const next = rows?.[to]
    return next && (() => open(next.id, true))
  }
  useListKeys({ j: opened === undefined ? stepTo(0) : undefined })
  const counted = <Counted filter={filter} isLive={isLive} />
  const newSince = useNewSince(requests.keptSince)
  return (
    <SplitPage
      panel={
        opened === undefined ? undefined : (
          <RequestPanel
            id={opened}
            nameOf={nameOf}
            position={at < 0 ? undefined : texts.position(formatNumber(at + 1), countOf(requests))}
            onPrevious={at > 0 ? stepTo(at - 1) : undefined}
            onNext={at >= 0 ? stepTo(at + 1) : undefined}
            onClose={close}
          />
        )
      }
    >
      <PageHeader
        title={texts.title}
        {...(hasRoom ? { beside: counted } : { fact: counted })}
        actions={
          <Button icon={isLive ? <Pause /> : <Play />} onPress={() => setLive(!isLive)}>
            {isLive ? texts.pause : texts.goOn}
          </Button>
        }
      />
      <PageBody>
        <RequestFilters
          filter={filter}
          by={by}
          names={users}
          databases={databases}
          onChange={change}
          onArrange={(next) => step({ ...filter, ...arranged }, { ...filter, ...(next !== undefined && { by: next }) })}
        />
        {/* A phone has its room for the list. */}
        {hasRoom && <RequestHistogram filter={filter} isLive={isLive} onChange={change} />}
        {requests.problem !== undefined && requests.sections !== undefined && (
          <Notice tone="attention" isAnnounced>
            {texts.stale}
          </Notice>
        )}
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <List
            requests={requests}
            isFiltered={key !== '{}'}
            onClear={() => change({})}
            table={{ by, opened, newSince, nameOf, onOpen: open }}
          />
        </section>
        <Beyond requests={requests} shown={rows?.length ?? 0} />
      </PageBody>
    </SplitPage>
  )
}

/** How many came in the time of the filter, and how many of them were denied. */
function Counted({ filter, isLive }: { readonly filter: RequestFilter; readonly isLive: boolean }) {
  const { data } = useRequestCounts(filter, isLive)
  if (data === undefined) return null
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)
  const denied = sum(data.denied)
  const span = texts.inSpan[filter.since ?? '1h']
  return (
    <span className="min-w-0 truncate text-ink-2 tablet:self-end tablet:pb-0.5 tablet:text-section">
      {texts.counted(formatNumber(sum(data.allowed) + denied), span)}
      {denied > 0 && (
        <>
          , <span className="text-crimson">{texts.countedDenied(formatNumber(denied))}</span>
        </>
      )}
    </span>
  )
}

/** Of what the panel goes through: what is shown, and what is known to be behind it. */
function countOf({ sections = [], hasMore }: ShownRequests): string {
  const count = sections.reduce((sum, { rows, more }) => sum + (rows === undefined ? 0 : rows.length + more), 0)
  return hasMore ? `${formatNumber(count)}+` : formatNumber(count)
}

/** Whether a group came up after the rules were published last, where requests of before are kept. */
function useNewSince(keptSince: number | undefined): (section: RequestSection) => string | undefined {
  const published = usePublishedRules()
  return ({ group }) => {
    if (group === undefined || keptSince === undefined) return undefined
    const isOfFiles = group.newest.service === 'files'
    const last = Math.max(0, ...published.filter((one) => one.isOfFiles === isOfFiles).map(({ at }) => at))
    return keptSince < last && Date.parse(group.first) >= last ? whenToTheMinute(last, Date.now()) : undefined
  }
}

/** The databases of the project, and the one of the filter if nobody knows it any more. */
function useDatabaseIds(chosen: string | undefined): readonly string[] {
  const { data = [] } = useDatabaseList()
  const known = shownDatabases(data, chosen ?? defaultDatabase).map(({ id }) => id)
  return [...new Set([...known, ...(chosen === undefined ? [] : [defaultDatabase, chosen])])]
}

function List({
  requests: { sections, problem, retry },
  isFiltered,
  onClear,
  table,
}: {
  readonly requests: ShownRequests
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly table: Omit<RequestTableProps, 'sections'>
}) {
  if (sections === undefined) {
    if (problem === undefined) return <Skeleton rows={12} />
    return <QueryFailed title={texts.failed} error={problem} onRetry={retry} />
  }
  if (sections.some(({ group, rows }) => group !== undefined || (rows?.length ?? 0) > 0))
    return <RequestTable {...table} sections={sections} />
  return isFiltered ? (
    <EmptyState
      icon={<ListTree />}
      title={texts.noMatchTitle}
      action={<Button onPress={onClear}>{texts.clear}</Button>}
    >
      {texts.noMatch}
    </EmptyState>
  ) : (
    <EmptyState icon={<ListTree />} title={texts.emptyTitle}>
      {texts.empty}
    </EmptyState>
  )
}

/** What there is besides what the table shows. */
function Beyond({ requests, shown }: { readonly requests: ShownRequests; readonly shown: number }) {
  const { hasMore, isFull, showMore, moreGroups } = requests
  if (hasMore) {
    return (
      <div className="flex justify-center">
        <Button onPress={showMore}>{texts.more}</Button>
      </div>
    )
  }
  if (!isFull && moreGroups === 0) return null
  return (
    <p role="status" className="text-center text-table text-ink-2">
      {isFull ? texts.full(formatNumber(shown)) : texts.moreGroups(formatNumber(moreGroups))}
    </p>
  )
}
