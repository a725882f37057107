import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { describeAct } from '../../../../shared/activity/describe-act.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { MoreRows } from '../../../../ui/more-rows.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { TimeSpanFields } from '../../../../ui/time-span-fields.tsx'
import { type FoldedEntry, foldSessions } from '../../fold-sessions.ts'
import type { AuditEntry, AuditWish } from '../../../../shared/audit/list-audit.ts'
import { useAuditEntries } from '../../queries/settings-queries.ts'
import { readSettingsSearch } from '../../settings-section.ts'
import { actorName, namedAct } from './audit-actor.tsx'
import { AuditEntryDialog } from './audit-entry-dialog.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTarget } from './audit-target.tsx'

/** What was done to the project, and by whom. */
export function AuditLog() {
  const project = useProject()
  return project.role === 'owner' ? <Entries /> : <p className="text-table text-ink-2">{texts.ownersOnly}</p>
}

function Entries() {
  const project = useProject()
  const navigate = useNavigate()
  const search = useSearch({ from: '/opened/signed-in/projects/$project/settings' })
  const { actor = '', action = '', target = '', since, until } = readSettingsSearch(search)
  const named = useMemo(() => ({ actor, action, target }), [actor, action, target])
  const wish = useMemo(() => ({ ...named, since, until }), [named, since, until])
  const setWish = (changed: Partial<AuditWish>) =>
    void navigate({
      to: '/projects/$project/settings',
      params: { project: project.id },
      // What another field has sent may not be on the screen yet.
      search: (before) => readSettingsSearch({ ...before, section: 'audit', ...changed }),
    })
  const [opened, setOpened] = useState<FoldedEntry>()
  const pages = useAuditEntries(wish)
  return (
    <>
      <AuditFilters wish={named} onChange={setWish} />
      <TimeSpanFields span={wish} onChange={setWish} />
      <Card title={texts.title} description={texts.text} isFlush>
        <QueryContent query={pages.query} failed={texts.failed}>
          {({ rows, nextPageToken }) =>
            rows.length > 0 ? (
              <EntryTable entries={rows} onOpen={setOpened} />
            ) : Object.values(wish).every((wanted) => wanted === undefined || wanted === '') ? (
              <EmptyState icon={<ScrollText />} title={texts.empty}>
                {texts.emptyText}
              </EmptyState>
            ) : (
              <EmptyState icon={<ScrollText />} title={texts.noneFound}>
                {nextPageToken === undefined ? texts.noneFoundText : texts.noneFoundYet}
              </EmptyState>
            )
          }
        </QueryContent>
      </Card>
      <MoreRows pages={pages} more={texts.more} full={texts.full} />
      {opened !== undefined && <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function EntryTable({
  entries,
  onOpen,
}: {
  readonly entries: readonly AuditEntry[]
  readonly onOpen: (entry: FoldedEntry) => void
}) {
  const rows = useMemo(() => foldSessions(entries), [entries])
  const columns = useMemo(() => columnsWith(onOpen), [onOpen])
  return (
    <DataTable
      label={texts.list}
      hasCards
      columns={columns}
      rows={rows}
      rowKey={({ number }) => String(number)}
      headingColumn="action"
    />
  )
}

/** What a narrow window has no room for is in the entry's details. */
function columnsWith(onOpen: (entry: FoldedEntry) => void): readonly Column<FoldedEntry>[] {
  return [
    {
      id: 'action',
      title: texts.action,
      cell: (entry) => (
        <button
          type="button"
          title={entry.action}
          className="block max-w-full cursor-pointer rounded-small text-left underline max-tablet:wrap-anywhere touch:min-h-10 tablet:truncate decoration-line-control underline-offset-2 hover:decoration-ink-1 tablet:max-w-72"
          onClick={() => onOpen(entry)}
        >
          {describeAct(namedAct(entry))}
          {entry.times > 1 && ` × ${entry.times}`}
        </button>
      ),
    },
    { id: 'time', title: texts.time, onCard: 'plain', cell: ({ at }) => <Moment at={at} /> },
    {
      id: 'actor',
      title: texts.actor,
      onCard: 'plain',
      cell: (entry) => (
        <span className="block truncate tablet:max-w-48" title={actorName(entry)}>
          {actorName(entry)}
        </span>
      ),
    },
    {
      id: 'target',
      title: texts.target,
      isSecondary: true,
      cell: (entry) => (
        <span className="block max-w-72 truncate" title={entry.target}>
          <AuditTarget entry={entry} />
        </span>
      ),
    },
  ]
}
