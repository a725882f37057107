import { Link } from '@tanstack/react-router'
import { useOwnsServer } from '../../../session/session-context.tsx'
import { serverTexts } from '../../../texts/en/server.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { formatRelative, formatBytes, formatDateTime } from '../../../texts/format.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { useServer, type ServerState } from '../queries/server-queries.ts'
import { AlertSettingsCards } from '../../../shared/alerts/alert-settings-cards.tsx'
import { IncidentsCard } from '../../../shared/alerts/incidents-card.tsx'
import { OpenIncidents } from '../../../shared/alerts/open-incidents.tsx'
import { ReachCard } from './reach-card.tsx'
import { ConsoleCard, ServerCard } from './server-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { type Fact, FactList } from '../../../ui/fact-list.tsx'
import { Meter } from '../../../ui/progress.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** How the server is set up, for its owner, who sets what a running server can change. */
export function ServerPage() {
  usePageTitle(serverTexts.title)
  return useOwnsServer() ? <OwnersServer /> : <Denied />
}

function OwnersServer() {
  const now = useNow(60_000)
  const query = useServer()
  const known = query.data
  const fact =
    known === undefined ? '' : serverTexts.fact(known.version, formatRelative(Date.parse(known.startedAt), now))
  return (
    <>
      <PageHeader title={serverTexts.title} fact={fact} width="narrow" />
      <PageBody width="narrow">
        <QueryContent query={query} failed={serverTexts.failed}>
          {(server) => (
            <>
              <OpenIncidents scope="server" />
              {server.mode === 'start' && <ReachCard />}
              <div className="grid items-start gap-3 desk:grid-cols-2">
                <ServerCard server={server} />
                <div className="grid min-w-0 gap-3">
                  <StorageCard storage={server.storage} />
                  <ConsoleCard />
                </div>
              </div>
              <BackupsCard server={server} />
              <IncidentsCard scope="server" />
              <AlertSettingsCards scope="server" />
              <SettingsCard settings={server.settings} />
            </>
          )}
        </QueryContent>
      </PageBody>
    </>
  )
}

function Denied() {
  return (
    <div className="pt-[8vh]">
      <DeniedState
        level={1}
        title={serverTexts.deniedTitle}
        actions={
          <Link to="/projects" className={buttonClasses('primary')}>
            {frameTexts.toProjects}
          </Link>
        }
      >
        {serverTexts.deniedText}
      </DeniedState>
    </div>
  )
}

/** Where everything is kept, how much it is, and how much room is left. */
function StorageCard({ storage }: { readonly storage: ServerState['storage'] }) {
  const { freeBytes, totalBytes } = storage.disk
  const usedBytes = totalBytes - freeBytes
  const facts: readonly Fact[] = [
    { id: 'engine', name: serverTexts.engine, value: <span className="font-mono text-code">{storage.engine}</span> },
    {
      id: 'folder',
      name: serverTexts.folder,
      value: <Copyable value={storage.folder} label={serverTexts.folder} />,
    },
    { id: 'stores', name: serverTexts.stores, value: formatBytes(storage.storeBytes) },
    { id: 'files', name: serverTexts.files, value: formatBytes(storage.fileBytes) },
    {
      id: 'contents',
      name: serverTexts.contents,
      value:
        storage.contents === 'disk' ? (
          serverTexts.contentsOnDisk
        ) : (
          <Copyable value={storage.contents} label={serverTexts.contents} />
        ),
    },
  ]
  return (
    <Card title={serverTexts.storage} isFlush>
      <FactList facts={facts} />
      <div className="border-t border-line px-4 py-3">
        <Meter
          label={serverTexts.disk}
          value={usedBytes}
          max={totalBytes}
          valueText={serverTexts.diskUsed(formatBytes(usedBytes), formatBytes(totalBytes), formatBytes(freeBytes))}
        />
      </div>
    </Card>
  )
}

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
function BackupsCard({ server: { backups, projectCount } }: { readonly server: ServerState }) {
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
