import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDatabaseList } from '../../../shared/databases/use-databases.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { shownDatabases } from '../../../shared/databases/list-databases.ts'
import { ListEnd, LiveButton, LiveRows } from '../../../shared/live-list.tsx'
import { useCallerNames } from '../../../shared/people/use-user-names.ts'
import { usePublishedRules } from '../../../shared/reports/use-published-rules.ts'
import {
  type Arrangement,
  readFilter,
  readRequestsSearch,
  type RequestFilter,
} from '../../../shared/requests/request-filter.ts'
import { uidsOf } from '../../../shared/requests/list-requests.ts'
import { useRequestCounts } from '../../../shared/requests/use-request-counts.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { formatNumber } from '../../../texts/format.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { SplitPage } from '../../../ui/split-page.tsx'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { useRowBeside } from '../../../ui/use-row-beside.ts'
import { whenToTheMinute } from '../../../shared/when-came.ts'
import { type RequestSection, type ShownRequests, useShownRequests } from '../use-shown-requests.ts'
import { RequestFilters } from './request-filters.tsx'
import { RequestHistogram } from './request-histogram.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestTable } from './request-table.tsx'

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
  const { sections } = requests
  const rows = useMemo(() => sections?.flatMap((section) => section.rows ?? []), [sections])
  const hasRoom = useMediaQuery('(width >= 48rem)')
  const nameOf = useCallerNames(useMemo(() => [filter.uid, ...uidsOf(rows ?? [])], [filter.uid, rows]))
  const databases = useDatabaseIds(filter.database)
  const step = useFilterSteps<RequestFilter & { readonly by?: Arrangement }>(['uid', 'path'])
  const change = (next: RequestFilter): void => step({ ...filter, ...arranged }, { ...next, ...arranged })
  const open = (request: string | undefined, isStep = false): void =>
    void navigate({
      to: '.',
      search: { ...filter, ...arranged, ...(request !== undefined && { request }) },
      replace: isStep,
    })
  const { at, ...panel } = useRowBeside(rows?.map(({ id }) => id) ?? [], opened, open)
  const counted = <Counted filter={filter} isLive={isLive} />
  const newSince = useNewSince(requests.keptSince)
  return (
    <SplitPage
      panel={
        opened === undefined ? undefined : (
          <RequestPanel
            {...panel}
            id={opened}
            nameOf={nameOf}
            position={at < 0 ? undefined : uiTexts.position(formatNumber(at + 1), countOf(requests))}
          />
        )
      }
    >
      <PageHeader
        title={texts.title}
        {...(hasRoom ? { beside: counted } : { fact: counted })}
        actions={<LiveButton isLive={isLive} onChange={setLive} />}
      />
      <PageBody>
        <RequestFilters
          filter={filter}
          by={by}
          nameOf={nameOf}
          databases={databases}
          onChange={change}
          onArrange={(next) => step({ ...filter, ...arranged }, { ...filter, ...(next !== undefined && { by: next }) })}
        />
        {/* A phone has its room for the list. */}
        {hasRoom && <RequestHistogram filter={filter} isLive={isLive} onChange={change} />}
        <LiveRows
          isKnown={sections !== undefined}
          isEmpty={sections?.every(({ group, rows: ofIt = [] }) => group === undefined && ofIt.length === 0) ?? true}
          isFiltered={key !== '{}'}
          problem={requests.problem}
          retry={requests.retry}
          onClear={() => change({})}
          icon={<ListTree />}
          words={texts}
        >
          <RequestTable
            sections={sections ?? []}
            by={by}
            opened={opened}
            newSince={newSince}
            nameOf={nameOf}
            onOpen={open}
          />
        </LiveRows>
        <ListEnd onMore={requests.hasMore ? requests.showMore : undefined} note={noteOf(requests, rows?.length ?? 0)} />
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

/** That there are more than are shown, and what leads to them. */
function noteOf({ isFull, moreGroups }: ShownRequests, shown: number): string | undefined {
  if (isFull) return uiTexts.newestShown(formatNumber(shown))
  return moreGroups === 0 ? undefined : texts.moreGroups(formatNumber(moreGroups))
}
