import { ChartColumn } from 'lucide-react'
import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { listsTexts } from '../../../texts/en/lists.ts'
import { Copyable } from '../../../ui/copyable.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { PagedListPage } from '../../../ui/paged-list-page.tsx'
import { listEvents, type ListedEvent } from '../queries/list-events.ts'

const texts = listsTexts.analytics

/** What the project's apps reported, the newest first. */
export function AnalyticsPage() {
  const project = useProject()
  const list = useCallback((pageToken: string | undefined) => listEvents(project, pageToken), [project])
  return <PagedListPage texts={texts} icon={<ChartColumn />} columns={columns} rowKey={({ id }) => id} list={list} />
}

const columns: readonly Column<ListedEvent>[] = [
  {
    id: 'event',
    title: texts.event,
    cell: ({ name, params, clientId, userId }) => (
      <>
        <span className="font-mono text-code">{name}</span>
        {/* A phone has no room for the columns beside this one. */}
        <span className="block pb-1.5 whitespace-normal tablet:hidden">
          <span className="block font-mono text-code break-words text-ink-2">{formatParams(params)}</span>
          <Copyable label={texts.device} value={clientId} className="max-w-40 text-ink-2" />
          {userId !== undefined && <span className="block text-ink-2">{texts.userNamed(userId)}</span>}
        </span>
      </>
    ),
  },
  {
    id: 'params',
    title: texts.params,
    isSecondary: true,
    cell: ({ params }) => (
      <span className="block max-w-md truncate font-mono text-code" title={JSON.stringify(params)}>
        {formatParams(params)}
      </span>
    ),
  },
  {
    id: 'device',
    title: texts.device,
    isSecondary: true,
    cell: ({ clientId }) => <Copyable label={texts.device} value={clientId} className="max-w-40" />,
  },
  { id: 'user', title: texts.user, isSecondary: true, cell: ({ userId }) => userId ?? '' },
  { id: 'received', title: texts.received, cell: ({ receivedAt }) => <Moment at={Date.parse(receivedAt)} /> },
]

function formatParams(params: ListedEvent['params']): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
}
