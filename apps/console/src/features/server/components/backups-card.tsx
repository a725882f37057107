import type { ServerState } from '../queries/server.ts'
import { serverTexts } from '../../../texts/en/server.ts'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

type BackedUp = ServerState['backups']['projects'][number]

const columns: readonly Column<BackedUp>[] = [
  {
    id: 'project',
    title: serverTexts.project,
    cell: ({ projectId, name }) => (
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 tablet:flex-nowrap">
        <TextLink to="/projects/$project" params={{ project: projectId }}>
          <bdi>{name}</bdi>
        </TextLink>
        {name !== projectId && <span className="truncate font-mono text-code text-ink-2">{projectId}</span>}
      </span>
    ),
  },
  {
    id: 'last',
    title: serverTexts.last,
    onCard: 'labelled',
    cell: ({ lastAt }) =>
      lastAt === null ? <span className="text-ink-2">{serverTexts.never}</span> : <Moment at={Date.parse(lastAt)} />,
  },
  {
    id: 'backups',
    title: serverTexts.backups,
    onCard: 'plain',
    cell: ({ projectId }) => (
      <TextLink
        to="/projects/$project/settings"
        params={{ project: projectId }}
        search={{ section: 'backups' }}
        aria-label={serverTexts.toBackupsOf(projectId)}
      >
        {serverTexts.openBackups}
      </TextLink>
    ),
  },
]

/** When the next backups are made and where they lie, and which projects lack a fresh one. */
export function BackupsCard({ server: { backups, projectCount } }: { readonly server: ServerState }) {
  const { nextAt, folder, projects } = backups
  const facts: readonly Fact[] = [
    {
      id: 'next',
      name: serverTexts.next,
      value:
        nextAt === null ? serverTexts.nightlyOff : <time dateTime={nextAt}>{formatDateTime(Date.parse(nextAt))}</time>,
    },
    {
      id: 'folder',
      name: serverTexts.backupFolder,
      value: <Copyable value={folder} label={serverTexts.backupFolder} />,
    },
  ]
  return (
    <Card title={serverTexts.backups} description={serverTexts.backupsText} isFlush>
      <FactList facts={facts} />
      <div className="border-t border-line">
        <DataTable
          label={serverTexts.backupList}
          columns={columns}
          rows={projects}
          rowKey={({ projectId }) => projectId}
          hasCards
        />
      </div>
      {projects.length < projectCount && (
        <p className="border-t border-line px-4 py-2 text-table text-ink-2">
          {serverTexts.more(projects.length, projectCount)}
        </p>
      )}
    </Card>
  )
}
