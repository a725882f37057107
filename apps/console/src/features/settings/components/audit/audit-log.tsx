import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { describeAct } from '../../../../shared/activity/describe-act.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { auditTexts as texts } from '../../../../texts/en/audit.ts'
import { Card } from '../../../../ui/card.tsx'
import { DeniedState } from '../../../../ui/denied-state.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { MoreRows } from '../../../../ui/more-rows.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { type FoldedEntry, foldSessions } from '../../fold-sessions.ts'
import type { AuditEntry, AuditWish } from '../../../../shared/audit/list-audit.ts'
import { useAuditEntries } from '../../queries/settings-queries.ts'
import { readSettingsSearch } from '../../settings-section.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTarget } from './audit-target.tsx'
import { Copyable } from '../../../../ui/copyable.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { HelpButton } from '../../../../ui/help-button.tsx'
import { FactList, type Fact } from '../../../../ui/fact-list.tsx'
import type { NamedAct } from '../../../../shared/activity/fold-acts.ts'

/** What was done to the project, and by whom. */
export function AuditLog() {
  const project = useProject()
  return project.role === 'owner' ? <Entries /> : <DeniedState>{texts.ownersOnly}</DeniedState>
}

function Entries() {
  const project = useProject()
  const navigate = useNavigate()
  const search = useSearch({ from: '/opened/signed-in/projects/$project/settings' })
  const { actor = '', action = '', target = '', since, until } = readSettingsSearch(search)
  const wish = useMemo(() => ({ actor, action, target, since, until }), [actor, action, target, since, until])
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
      <AuditFilters wish={wish} onChange={setWish} />
      <Card
        title={texts.title}
        aside={
          <HelpButton label={texts.about}>
            <p>{texts.text}</p>
          </HelpButton>
        }
        isFlush
      >
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

/** All that the log has of one act. */
function AuditEntryDialog({ entry, onClose }: { readonly entry: FoldedEntry; readonly onClose: () => void }) {
  const { number, at, action, target, detail = {}, address = '', requestId = '', hash, times } = entry
  const facts: Fact[] = [
    { id: 'time', name: texts.time, value: <Moment at={at} /> },
    { id: 'action', name: texts.action, value: <code className="text-code break-all">{action}</code> },
    ...(times > 1 ? [{ id: 'times', name: texts.times, value: texts.timesWithinAnHour(times) }] : []),
    ...(target === ''
      ? []
      : [
          {
            id: 'target',
            name: texts.target,
            value: (
              <span className="break-all">
                <AuditTarget entry={entry} isWhole />
              </span>
            ),
          },
        ]),
    ...Object.entries(detail).map(([name, value]) => ({
      id: `detail-${name}`,
      name: texts.details[name] ?? name,
      value: <span className="break-words">{value}</span>,
    })),
    { id: 'actor', name: texts.actor, value: <span className="break-all">{actorName(entry)}</span> },
    ...(entry.actor.uid === undefined && entry.actor.id === undefined
      ? []
      : [
          {
            id: 'actor-id',
            name: entry.actor.uid === undefined ? texts.key : texts.uid,
            value: <ActorId actor={entry.actor} />,
          },
        ]),
    ...(address === '' ? [] : [{ id: 'address', name: texts.address, value: address }]),
    ...(requestId === ''
      ? []
      : [{ id: 'request', name: texts.requestId, value: <Copyable label={texts.requestId} value={requestId} /> }]),
    { id: 'hash', name: texts.hash, value: <Copyable label={texts.hash} value={hash} /> },
  ]
  return (
    <Dialog isOpen onClose={onClose} title={texts.entry(number)} width="medium">
      <div className="-mx-5">
        <FactList facts={facts} />
      </div>
    </Dialog>
  )
}

/** Who it was, by name where there is one. */
function actorName({ actor: { kind, uid, id }, person }: Pick<AuditEntry, 'actor' | 'person'>): string {
  const fallback = uid ?? id ?? texts.actors[kind] ?? kind
  return person?.email ?? person?.name ?? fallback
}

/** The id that the log has for good. */
function ActorId({ actor: { uid, id } }: Pick<AuditEntry, 'actor'>) {
  if (uid !== undefined) return <Copyable label={texts.uid} value={uid} />
  return id === undefined ? null : <Copyable label={texts.key} value={id} />
}

/** What was done, with the names that the log's page knows. */
function namedAct({ action, target, detail = {}, people, users }: AuditEntry): NamedAct {
  const names = Object.fromEntries([
    ...Object.entries(people).map(([id, { name, email = id }]) => [id, name ?? email] as const),
    ...[...users].map(([id, { name }]) => [id, name] as const),
  ])
  return { action, target, detail, names }
}
