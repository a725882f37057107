import { Link } from '@tanstack/react-router'
import { useOwnsServer } from '../../../session/use-owns-server.ts'
import { serverTexts } from '../../../texts/en/server.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { formatRelative } from '../../../texts/format.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { useServer } from '../queries/server-queries.ts'
import { BackupsCard } from './backups-card.tsx'
import { ServerCard } from './server-card.tsx'
import { SettingsCard } from './settings-card.tsx'
import { StorageCard } from './storage-card.tsx'

/** How the server is set up, for its owner; read, not changed: it comes from where the server is started. */
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
    <div className="mx-auto w-full max-w-5xl desk:pt-4">
      <PageHeader title={serverTexts.title} fact={fact} />
      <PageBody>
        <QueryContent query={query} failed={serverTexts.failed}>
          {(server) => (
            <>
              <div className="grid items-start gap-3 desk:grid-cols-2">
                <ServerCard server={server} />
                <StorageCard storage={server.storage} />
              </div>
              <BackupsCard server={server} />
              <SettingsCard settings={server.settings} />
            </>
          )}
        </QueryContent>
      </PageBody>
    </div>
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
