import { Plus } from 'lucide-react'
import { useState } from 'react'
import { projectsMax, useMyProjects, type ProjectSummary } from '../../../shared/console-data/my-projects.ts'
import { reactionToRead } from '../../../backend/errors/read-reaction.ts'
import { dataOf, type Live } from '../../../backend/live/live-state.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useOwnsServer } from '../../../session/use-owns-server.ts'
import { projectsTexts } from '../../../texts/en/projects.ts'
import { Button } from '../../../ui/button.tsx'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { OfflineState } from '../../../ui/offline-state.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { StaleNote } from '../../../ui/stale-note.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { DeletedProjects } from './deleted-projects.tsx'
import { ReceivedInvitations } from './received-invitations.tsx'
import { ProjectCardSkeletons } from './project-card.tsx'
import { ProjectList } from './project-list.tsx'

/** The projects that one belongs to, live. */
export function ProjectsPage() {
  usePageTitle(projectsTexts.title)
  const live = useMyProjects()
  const [isCreating, setCreating] = useState(false)
  const { settings } = useConsoleApp()
  const ownsServer = useOwnsServer()
  const mayCreate = ownsServer || settings.projectCreationAllowed === true
  useActInAddress('create', () => setCreating(true), mayCreate)
  const createButton = mayCreate ? (
    <Button variant="primary" icon={<Plus />} onPress={() => setCreating(true)}>
      {projectsTexts.create}
    </Button>
  ) : undefined

  return (
    <div className="mx-auto w-full max-w-6xl desk:pt-4">
      <PageHeader title={projectsTexts.title} fact={factOf(live)} actions={createButton} />
      <PageBody>
        <ReceivedInvitations />
        <Projects live={live} createButton={createButton} />
        <DeletedProjects
          listed={
            dataOf(live)
              ?.map(({ id }) => id)
              .join(' ') ?? ''
          }
        />
      </PageBody>
      {isCreating && <CreateProjectDialog onClose={() => setCreating(false)} />}
    </div>
  )
}

function factOf(live: Live<readonly ProjectSummary[]>) {
  if (live.status === 'live') return live.data.length === 0 ? projectsTexts.none : factOfCount(live.data.length)
  if ((live.status === 'stale' || live.status === 'offline') && live.data !== undefined)
    return <StaleNote since={live.since} />
  return ''
}

function factOfCount(count: number): string {
  return count < projectsMax ? projectsTexts.fact(count) : projectsTexts.partial(formatNumber(projectsMax))
}

interface ProjectsProps {
  readonly live: Live<readonly ProjectSummary[]>
  readonly createButton: React.ReactElement | undefined
}

function Projects({ live, createButton }: ProjectsProps) {
  switch (live.status) {
    case 'loading':
      return <ProjectCardSkeletons />
    case 'denied':
      return <DeniedState {...detailsOf(live.error)} />
    case 'failed':
      return <ErrorState title={projectsTexts.failed} onRetry={live.retry} {...detailsOf(live.error)} />
    case 'live':
    case 'stale':
    case 'offline':
      if (live.data === undefined) return <OfflineState />
      if (live.data.length === 0) {
        return (
          <EmptyState title={projectsTexts.emptyTitle} action={createButton}>
            {createButton === undefined ? projectsTexts.emptyOther : projectsTexts.emptyOwner}
          </EmptyState>
        )
      }
      return <ProjectList projects={live.data} />
  }
}

function detailsOf(error: unknown) {
  const reaction = reactionToRead(error)
  return reaction.kind === 'quiet' ? {} : { details: reaction.details, children: reaction.message }
}
