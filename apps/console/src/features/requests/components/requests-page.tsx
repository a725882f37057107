import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDatabaseList } from '../../../shared/databases/use-databases.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { shownDatabases } from '../../../shared/databases/shown-databases.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryFailed } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { type CallerName, useCallerNames } from '../use-caller-names.ts'
import { readFilter, readRequestsSearch, type RequestFilter } from '../../../shared/requests/request-filter.ts'
import { type Requests, useRequests } from '../../../shared/requests/use-requests.ts'
import { columnsWith } from './request-columns.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { RequestFilters } from './request-filters.tsx'

/** What the gate decided, as it happens. The address says which requests are listed. */
export function RequestsPage() {
  usePageTitle(texts.title)
  const navigate = useNavigate()
  const [isLive, setLive] = useState(true)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const key = JSON.stringify(readFilter(search))
  const filter = useMemo(() => JSON.parse(key) as RequestFilter, [key])
  const requests = useRequests(filter, isLive)
  const { rows } = requests
  const { users, nameOf } = useCallerNames(filter.uid, rows)
  const databases = useDatabaseIds(filter.database)
  const step = useFilterSteps<RequestFilter>(['uid', 'path'])
  const change = (next: RequestFilter): void => step(filter, next)
  const { request: opened } = readRequestsSearch(search)
  const open = (request: string | undefined): void =>
    void navigate({ to: '.', search: { ...filter, ...(request !== undefined && { request }) } })
  return (
    <>
      <PageHeader
        title={texts.title}
        fact={texts.fact}
        actions={<Switch label={texts.live} isOn={isLive} onChange={setLive} />}
      />
      <PageBody>
        <RequestFilters
          key={key === '{}' ? 'clear' : 'set'}
          filter={filter}
          names={users}
          databases={databases}
          onChange={change}
        />
        {requests.problem !== undefined && requests.rows !== undefined && (
          <Notice tone="attention" isAnnounced>
            {texts.stale}
          </Notice>
        )}
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <List
            requests={requests}
            nameOf={nameOf}
            isFiltered={key !== '{}'}
            onClear={() => change({})}
            onOpen={open}
          />
        </section>
        {requests.hasMore && (
          <div className="flex justify-center">
            <Button onPress={requests.showMore}>{texts.more}</Button>
          </div>
        )}
        {requests.isFull && (
          <p role="status" className="text-center text-table text-ink-2">
            {texts.full(formatNumber(requests.rows?.length ?? 0))}
          </p>
        )}
      </PageBody>
      {opened !== undefined && <RequestDialog key={opened} id={opened} onClose={() => open(undefined)} />}
    </>
  )
}

/** The databases of the project, and the one of the filter if nobody knows it any more. */
function useDatabaseIds(chosen: string | undefined): readonly string[] {
  const { data = [] } = useDatabaseList()
  const known = shownDatabases(data, chosen ?? defaultDatabase).map(({ id }) => id)
  return [...new Set([...known, ...(chosen === undefined ? [] : [defaultDatabase, chosen])])]
}

function List({
  requests: { rows, problem, retry },
  nameOf,
  isFiltered,
  onClear,
  onOpen,
}: {
  readonly requests: Requests
  readonly nameOf: CallerName
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly onOpen: (id: string) => void
}) {
  if (rows === undefined) {
    if (problem === undefined) return <Skeleton rows={6} />
    return <QueryFailed title={texts.failed} error={problem} onRetry={retry} />
  }
  if (rows.length > 0)
    return (
      <DataTable
        label={texts.title}
        columns={columnsWith(({ id }) => onOpen(id), nameOf)}
        headingColumn="what"
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
      />
    )
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
