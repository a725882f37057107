import { ScrollText } from 'lucide-react'
import { useCallback } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import { AskedList } from '../../../../ui/asked-list.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Copyable } from '../../../../ui/copyable.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { usePages } from '../../../../ui/use-pages.ts'
import { listAudit, type AuditEntry } from '../../queries/list-audit.ts'

/** What was done to the project, and by whom. */
export function AuditLog() {
  const project = useProject()
  return project.role === 'owner' ? <Entries /> : <p className="text-table text-ink-2">{texts.ownersOnly}</p>
}

function Entries() {
  const project = useProject()
  const { asked, askAgain, mayShowMore, isAsking, showMore } = usePages(
    useCallback((pageToken: string | undefined) => listAudit(project, pageToken), [project]),
  )
  return (
    <>
      <Card title={texts.title} description={texts.text} isFlush>
        <AskedList asked={asked} askAgain={askAgain} failed={texts.failed}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState icon={<ScrollText />} title={texts.empty}>
                {texts.emptyText}
              </EmptyState>
            ) : (
              <DataTable
                label={texts.list}
                columns={columns}
                rows={rows}
                rowKey={({ number }) => String(number)}
                headingColumn="action"
              />
            )
          }
        </AskedList>
      </Card>
      {mayShowMore && (
        <div className="flex justify-center">
          <Button onPress={showMore} isPending={isAsking}>
            {texts.more}
          </Button>
        </div>
      )}
    </>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  { id: 'number', title: texts.number, isNumber: true, isSecondary: true, cell: ({ number }) => number },
  { id: 'time', title: texts.time, cell: ({ at }) => <Moment at={at} /> },
  { id: 'action', title: texts.action, cell: ({ action }) => <code className="text-code">{action}</code> },
  {
    id: 'target',
    title: texts.target,
    cell: ({ target }) => (
      <span className="block max-w-72 truncate" title={target}>
        {target}
      </span>
    ),
  },
  { id: 'actor', title: texts.actor, cell: (entry) => <Actor actor={entry.actor} /> },
  { id: 'address', title: texts.address, isSecondary: true, cell: ({ address = '' }) => address },
  {
    id: 'request',
    title: texts.requestId,
    isSecondary: true,
    cell: ({ requestId }) =>
      requestId === undefined || requestId === '' ? null : <Copyable label={texts.requestId} value={requestId} />,
  },
]

function Actor({ actor: { kind, uid, id } }: Pick<AuditEntry, 'actor'>) {
  if (uid !== undefined) return <Copyable label={texts.uid} value={uid} className="max-w-36" />
  if (id !== undefined) return <Copyable label={texts.key} value={id} className="max-w-36" />
  return texts.actors[kind] ?? kind
}
