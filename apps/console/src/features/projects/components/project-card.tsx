import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, type RefObject, useEffect, useState } from 'react'
import type { ProjectUsage } from '../../../backend/api/projects.ts'
import type { ProjectSummary } from '../../../shared/console-data/my-projects.ts'
import { projectsTexts } from '../../../texts/en/projects.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { formatBytes, formatNumber } from '../../../texts/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { useFailure } from '../../../ui/query-content.tsx'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useDelay } from '../../../ui/use-delay.ts'
import { useProjectUsage } from '../queries/projects-queries.ts'

/** One project: who it is, how much there is in it, and the way in. */
export function ProjectCard({ project }: { readonly project: ProjectSummary }) {
  const card = useRef<HTMLElement>(null)
  const isNear = useNear(card)
  return (
    <article
      ref={card}
      className="group relative rounded-large border border-line bg-ground-1 p-4 transition-colors duration-100 focus-within:border-line-control hover:border-line-control"
    >
      <header className="flex items-center gap-3">
        <Avatar name={project.id} imageUrl={project.iconURL} size="medium" shape="square" />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-body font-semibold wrap-anywhere">
            <Link
              to="/projects/$project"
              params={{ project: project.id }}
              className="rounded-small after:absolute after:inset-0 after:rounded-large focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-sky"
            >
              {project.name}
            </Link>
          </h2>
          <p className="truncate text-small text-ink-2">
            <span className="font-mono">{project.id}</span>
            {project.id === 'console' && ` · ${projectsTexts.ofThisConsole}`}
          </p>
        </div>
        {project.role !== undefined && <Badge>{projectsTexts.roles[project.role] ?? project.role}</Badge>}
      </header>
      {isNear ? <AskedFigures project={project.id} /> : <Figures usage={notAsked} />}
    </article>
  )
}

const notAsked = { data: undefined, failure: undefined }

interface KnownUsage {
  readonly data: ProjectUsage | undefined
  readonly failure: unknown
}

function AskedFigures({ project }: { readonly project: string }) {
  const query = useProjectUsage(project)
  return <Figures usage={{ data: query.data, failure: useFailure(query) }} />
}

function Figures({ usage }: { readonly usage: KnownUsage }) {
  const figure = (read: (known: ProjectUsage) => ReactNode) => <Figure usage={usage} read={read} />
  return (
    <dl className="mt-4 grid grid-cols-3 gap-2 border-t border-line pt-3 text-table">
      <Term name={projectsTexts.users}>{figure(({ users }) => formatNumber(users))}</Term>
      <Term name={projectsTexts.documents}>{figure(({ documents }) => formatNumber(documents))}</Term>
      <Term name={projectsTexts.stored}>{figure(({ storedBytes }) => formatBytes(storedBytes))}</Term>
      <div className="col-span-3 flex gap-1.5 text-small text-ink-2">
        <dt>{projectsTexts.lastActivity}:</dt>
        <dd>
          {figure(({ lastActivityAt }) =>
            typeof lastActivityAt === 'string' ? <Moment at={Date.parse(lastActivityAt)} /> : projectsTexts.noActivity,
          )}
        </dd>
      </div>
    </dl>
  )
}

function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="truncate font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function Figure({ usage, read }: { readonly usage: KnownUsage; readonly read: (known: ProjectUsage) => ReactNode }) {
  const isLong = useDelay(150)
  if (usage.data !== undefined) return read(usage.data)
  if (usage.failure !== undefined) return <span className="font-normal text-ink-2">{projectsTexts.usageUnknown}</span>
  return isLong ? <SkeletonBar className="my-[3px] w-10" /> : ' '
}

export function ProjectCardSkeletons() {
  const isLong = useDelay(150)
  return (
    <div role="status" className="grid gap-3 tablet:grid-cols-2 desk:grid-cols-3">
      {isLong &&
        [0, 1, 2].map((card) => (
          <div key={card} className="rounded-large border border-line bg-ground-1 p-4">
            <SkeletonBar className="w-1/2" />
            <SkeletonBar className="mt-2 w-1/3" />
            <SkeletonBar className="mt-8 w-full" />
          </div>
        ))}
    </div>
  )
}

/** What is about to be scrolled to counts as seen. */
const nearby = '200px'

/** Whether an element was on the screen or near it, ever. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: nearby },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
