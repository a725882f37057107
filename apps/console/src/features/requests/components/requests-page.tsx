import { useNavigate, useSearch } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'
import { reactionTo } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { readFilter, readRequestsSearch, type RequestFilter } from '../request-filter.ts'
import { type Requests, useRequests } from '../use-requests.ts'
import { columnsWith } from './request-columns.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { RequestFilters } from './request-filters.tsx'

/** What the gate decided, as it happens. The address says which requests are listed. */
export function RequestsPage() {
  usePageTitle(texts.title)
  const project = useProject()
  const navigate = useNavigate()
  const [isLive, setLive] = useState(true)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const key = JSON.stringify(readFilter(search))
  const filter = useMemo(() => JSON.parse(key) as RequestFilter, [key])
  const requests = useRequests(project, filter, isLive)
  const change = (next: RequestFilter): void => void navigate({ to: '.', search: { ...next }, replace: true })
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
        <RequestFilters key={key === '{}' ? 'clear' : 'set'} filter={filter} onChange={change} />
        {requests.problem !== undefined && requests.rows !== undefined && (
          <Notice tone="attention" isAnnounced>
            {texts.stale}
          </Notice>
        )}
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <List requests={requests} isFiltered={key !== '{}'} onClear={() => change({})} onOpen={open} />
        </section>
        {requests.hasMore && (
          <div className="flex justify-center">
            <Button onPress={requests.showMore}>{texts.more}</Button>
          </div>
        )}
      </PageBody>
      {opened !== undefined && <RequestDialog key={opened} id={opened} onClose={() => open(undefined)} />}
    </>
  )
}

function List({
  requests: { rows, problem, retry },
  isFiltered,
  onClear,
  onOpen,
}: {
  readonly requests: Requests
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly onOpen: (id: string) => void
}) {
  if (rows === undefined) {
    if (problem === undefined) return <Skeleton rows={6} />
    const reaction = reactionTo(problem)
    const details = reaction.kind === 'quiet' ? {} : { details: reaction.details, children: reaction.message }
    return reaction.kind === 'denied' ? (
      <DeniedState {...details} />
    ) : (
      <ErrorState title={texts.failed} onRetry={retry} {...details} />
    )
  }
  if (rows.length > 0)
    return (
      <DataTable
        label={texts.title}
        columns={columnsWith(({ id }) => onOpen(id))}
        headingColumn="what"
        rows={rows}
        rowKey={({ id }) => id}
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
