import { Plus } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'
import { projectsMax, useChoosableProjects, type ProjectSummary } from '../../../shared/console-data/my-projects.ts'
import { reactionToRead } from '../../../backend/errors/read-reaction.ts'
import { dataOf, type Live } from '../../../backend/live/live-state.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useOwnsServer, useSession, useSignedIn } from '../../../session/session-context.tsx'
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
import { ProjectCardSkeletons, ProjectCard } from './project-card.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { collectionGroup, query, where } from 'firebase/firestore'
import { acceptInvitation } from '../../../backend/api/members.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { firestoreOf } from '../../../backend/sdk/firestore.ts'
import { useLiveQuery } from '../../../backend/live/listeners.ts'
import { membersTexts } from '../../../texts/en/members.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { openInvitations } from '../queries/projects-queries.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

/** The projects that one belongs to, live. */
export function ProjectsPage() {
  usePageTitle(projectsTexts.title)
  const live = useChoosableProjects()
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
    <>
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
    </>
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

/** So many cards are shown, and as many more whenever somebody asks. */
const shownAtOnce = 24
/** Fewer are found by looking. */
const searchedFrom = 10
/** The address waits for a pause in typing. */
const pauseMs = 250

/** The projects as cards, found by name or id. */
function ProjectList({ projects }: { readonly projects: readonly ProjectSummary[] }) {
  const { q = '' } = useSearch({ from: '/opened/signed-in/projects' })
  const navigate = useNavigate()
  const [shown, setShown] = useState(shownAtOnce)
  const [typed, setTyped] = useState(q)
  const written = useRef(q)
  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setTyped(q)
  }, [q])
  useEffect(() => {
    if (typed === written.current) return
    const timer = setTimeout(() => {
      written.current = typed
      void navigate({ to: '/projects', search: typed === '' ? {} : { q: typed }, replace: true })
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, navigate])
  const wanted = typed.trim().toLowerCase()
  const found = projects.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted))
  const isPartial = projects.length >= projectsMax
  return (
    <>
      {(projects.length >= searchedFrom || typed !== '') && (
        <div role="search" className="max-w-96">
          <TextField
            label={projectsTexts.search}
            name="q"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(text) => {
              setShown(shownAtOnce)
              setTyped(text)
            }}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {wanted !== '' && projectsTexts.found(found.length)}
      </p>
      {found.length === 0 && <EmptyState title={projectsTexts.noMatch}>{projectsTexts.noMatchHelp}</EmptyState>}
      <ul className="grid gap-3 tablet:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4">
        {found.slice(0, shown).map((project) => (
          <li key={project.id} className="min-w-0">
            <ProjectCard project={project} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <div className="flex justify-center">
          <Button onPress={() => setShown(shown + shownAtOnce)}>
            {projectsTexts.showMore(formatNumber(found.length - shown))}
          </Button>
        </div>
      )}
      {isPartial && (
        <p className="text-table text-ink-2">
          {projectsTexts.partial(formatNumber(projectsMax))}{' '}
          {/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(wanted) && found.every(({ id }) => id !== wanted) && (
            <TextLink to="/projects/$project" params={{ project: wanted }}>
              {projectsTexts.openById(wanted)}
            </TextLink>
          )}
        </p>
      )}
    </>
  )
}
