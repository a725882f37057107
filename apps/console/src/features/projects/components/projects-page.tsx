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
import { OfflineState, StaleNote } from '../../../ui/offline-banner.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { DeletedProjects } from './deleted-projects.tsx'
import { ProjectCardSkeletons } from './project-card.tsx'
import { ProjectList } from './project-list.tsx'
import { useNavigate } from '@tanstack/react-router'
import { collectionGroup, query, where } from 'firebase/firestore'
import { acceptInvitation } from '../../../backend/api/members.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { useLiveQuery } from '../../../backend/live/use-live.ts'
import { useSession, useSignedIn } from '../../../session/session-context.tsx'
import { membersTexts } from '../../../texts/en/members.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { openInvitations } from '../queries/projects-queries.ts'

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

/** What the verified address of the account is invited to, live; nothing where there is nothing. */
function ReceivedInvitations() {
  const { app } = useConsoleApp()
  const session = useSession()
  const navigate = useNavigate()
  const account = useSignedIn()?.account
  const now = useNow(30_000)
  const [problem, setProblem] = useState('')
  const email = account?.emailVerified === true ? account.email : null
  const live = useLiveQuery(
    email === null || email === undefined
      ? undefined
      : query(collectionGroup(firestoreOf(app), 'invitations'), where('email', '==', email)),
  )
  const invitations = openInvitations(dataOf(live)?.docs ?? [], now)

  const accept = async (invitation: { readonly project: string; readonly id: string }) => {
    setProblem('')
    try {
      await acceptInvitation(invitation, await session.idToken())
      await navigate({ to: '/projects/$project', params: { project: invitation.project } })
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
  }

  return invitations.map(({ project, id, role }) => (
    <Notice
      key={`${project}/${id}`}
      tone="information"
      action={
        <Button
          size="small"
          variant="primary"
          aria-label={membersTexts.acceptNamed(project)}
          onPress={() => void accept({ project, id })}
        >
          {membersTexts.accept}
        </Button>
      }
    >
      <p className="font-medium">{membersTexts.received}</p>
      <p>{membersTexts.receivedTo(project, membersTexts.roles[role])}</p>
      {problem !== '' && (
        <p role="alert" className="text-crimson">
          {problem}
        </p>
      )}
    </Notice>
  ))
}
