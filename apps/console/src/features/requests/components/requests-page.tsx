import { useNavigate, useSearch, Link } from '@tanstack/react-router'
import { ListTree } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useDatabaseList } from '../../../shared/databases/use-databases.ts'
import { defaultDatabase } from '../../../backend/default-database.ts'
import { shownDatabases } from '../../../shared/databases/list-databases.ts'
import { requestsTexts as texts } from '../../../texts/en/requests.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { useFilterSteps } from '../../../ui/use-filter-steps.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryFailed, useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { type CallerName, useCallerNames } from '../use-caller-names.ts'
import { readFilter, readRequestsSearch, type RequestFilter } from '../../../shared/requests/request-filter.ts'
import { type Requests, useRequests, useRequest } from '../../../shared/requests/use-requests.ts'
import { columnsWith } from './request-columns.tsx'
import { RequestHistogram } from './request-histogram.tsx'
import { RequestFilters } from './request-filters.tsx'
import { failureOf } from '../../../backend/errors/failure.ts'
import { messageOfRead } from '../../../backend/errors/read-reaction.ts'
import { SaveTestDialog } from '../../../shared/saved-tests/save-test-dialog.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { DescribedRequest } from '../../../shared/requests/list-requests.ts'
import { RequestFacts } from './request-facts.tsx'
import { rulesOf } from '../../../shared/rules/rules-search.ts'

/** What the gate decided, as it happens. The address says which requests are listed. */
export function RequestsPage() {
  usePageTitle(texts.title)
  const navigate = useNavigate()
  const [isLive, setLive] = useState(true)
  const search: Record<string, unknown> = useSearch({ strict: false })
  const key = JSON.stringify(readFilter(search))
  const filter = useMemo(() => JSON.parse(key) as RequestFilter, [key])
  const requests = useRequests(filter, isLive)
  const hasRoom = useMediaQuery('(width >= 48rem)')
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
        {/* A phone has its room for the list. */}
        {hasRoom && <RequestHistogram filter={filter} isLive={isLive} onChange={change} />}
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

/** All that is kept of a request, and the way to make a test of it. */
function RequestDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useRequest(id)
  const failure = useFailure(query)
  return (
    <Dialog isOpen width="medium" title={texts.requestTitle} onClose={onClose}>
      {query.data !== undefined ? (
        <Described described={query.data} onClose={onClose} />
      ) : failure === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <ErrorState title={texts.requestFailed} onRetry={() => void query.refetch()}>
          {failureOf(failure).code === 'not-found' ? texts.requestGone : messageOfRead(failure)}
        </ErrorState>
      )}
    </Dialog>
  )
}

function Described({ described, onClose }: { readonly described: DescribedRequest; readonly onClose: () => void }) {
  const { request, test, unknown } = described
  const project = useProject()
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  return (
    <div className="grid gap-3">
      <div className="rounded border border-line">
        <RequestFacts described={described} />
      </div>
      {unknown.length > 0 && <Notice tone="information">{texts.unknownParts(unknown.join(', '))}</Notice>}
      {test !== undefined && (
        <details>
          <summary className="w-fit cursor-default rounded-small text-table text-ink-2 hover:text-ink-1 touch:py-2.5">
            {texts.kept}
          </summary>
          <div className="mt-2 overflow-hidden rounded border border-line [&_pre]:max-h-72">
            <CodeBlock label={texts.kept} code={JSON.stringify(test, null, 2)} />
          </div>
        </details>
      )}
      {isSaved && (
        <Notice tone="good" isAnnounced>
          {texts.savedAsTest}{' '}
          <TextLink to="/projects/$project/rules" params={{ project: project.id }} search={rulesOf(request)}>
            {texts.toRules}
          </TextLink>
        </Notice>
      )}
      <DialogActions>
        <Button onPress={onClose}>{texts.close}</Button>
        {test !== undefined && (
          <Link
            to="/projects/$project/rules"
            params={{ project: project.id }}
            search={{ request: request.id, ...rulesOf(request) }}
            className={buttonClasses()}
          >
            {texts.tryAgain}
          </Link>
        )}
        {test !== undefined && project.role === 'owner' && !isSaved && (
          <Button variant="primary" onPress={() => setSaving(true)}>
            {texts.saveAsTest}
          </Button>
        )}
      </DialogActions>
      {isSaving && test !== undefined && (
        <SaveTestDialog
          test={test}
          isAllowed={request.verdict === 'allowed'}
          onSaved={() => {
            setSaving(false)
            setSaved(true)
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}
