import { Link } from '@tanstack/react-router'
import { LayoutGrid, Server, UserRound } from 'lucide-react'
import { lazy, Suspense, type ReactElement } from 'react'
import { useOwnsServer } from '../../../session/session-context.tsx'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { appTexts } from '../../../texts/en/app.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { readOfProject } from '../../../browser/kept-of-projects.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Mark } from '../../../ui/mark.tsx'
import { type Area, areaHref, listAreas } from '../../../shared/areas.ts'
import { ProjectSwitcherButton } from './project-switcher-button.tsx'

// The list of projects and the pins need the document database's part of the SDK; the rail doesn't wait for it.
const ProjectSwitcher = lazy(async () => ({ default: (await import('./project-switcher.tsx')).ProjectSwitcher }))
const PinnedLinks = lazy(async () => ({ default: (await import('./pinned-links.tsx')).PinnedLinks }))

/** The project's areas at the left: icons alone on a narrow screen, nothing on a phone, where a sheet takes its place. */
export function Rail({ project }: { readonly project: string | undefined }) {
  return (
    <div className="hidden w-(--rail) shrink-0 flex-col border-r border-line bg-ground-2 tablet:flex">
      <RailContent project={project} />
    </div>
  )
}

export interface RailContentProps {
  /** Undefined where no project is open: the rail leads to the console's own pages then. */
  readonly project: string | undefined
  /** With its words whatever the width. */
  readonly isFull?: boolean
  readonly onLeave?: () => void
}

export function RailContent({ project, isFull = false, onLeave }: RailContentProps) {
  const label = isFull ? '' : 'sr-only desk:not-sr-only'
  return (
    <nav
      aria-label={project === undefined ? frameTexts.pagesOfConsole : frameTexts.areasOf(project)}
      className="flex min-h-full flex-1 flex-col px-2 pt-3 pb-2"
    >
      <Link
        to="/projects"
        className={classNames(
          'mb-2 flex h-8 items-center gap-2 rounded px-2 text-[15px] font-semibold tracking-tight',
          !isFull && 'justify-center desk:justify-start',
        )}
      >
        <Mark />
        <span className={label}>{appTexts.name}</span>
      </Link>
      {project === undefined ? (
        <ConsoleLinks label={label} isFull={isFull} onLeave={onLeave} />
      ) : (
        <ProjectLinks project={project} label={label} isFull={isFull} onLeave={onLeave} />
      )}
    </nav>
  )
}

interface RailLinksProps {
  readonly label: string
  readonly isFull: boolean
  readonly onLeave: (() => void) | undefined
}

function ProjectLinks({ project, label, isFull, onLeave }: RailLinksProps & { readonly project: string }) {
  const links = (areas: readonly Area[]) =>
    areas.map((area) => (
      <AreaLink key={area.path} project={project} area={area} label={label} isFull={isFull} onLeave={onLeave} />
    ))
  return (
    <>
      <div className="mb-3">
        <Suspense
          fallback={
            <ProjectSwitcherButton project={project} name={readOfProject(project, 'name') ?? project} isFull={isFull} />
          }
        >
          <ProjectSwitcher project={project} isFull={isFull} />
        </Suspense>
      </div>
      <div className="grid gap-0.5">
        {links(listAreas().filter((area) => area.isApart !== true))}
        <hr className="my-2 border-line" />
        {links(listAreas().filter((area) => area.isApart === true))}
      </div>
      <div className={isFull ? '' : 'hidden desk:block'}>
        <Suspense>
          <PinnedLinks project={project} onLeave={onLeave} />
        </Suspense>
      </div>
    </>
  )
}

const consolePages = [
  { path: '/projects', title: 'projects', icon: LayoutGrid, isOwners: false },
  { path: '/account', title: 'account', icon: UserRound, isOwners: false },
  { path: '/server', title: 'server', icon: Server, isOwners: true },
] as const

/** Where no project is open, the same rail leads to the pages beside projects. */
function ConsoleLinks({ label, isFull, onLeave }: RailLinksProps) {
  const ownsServer = useOwnsServer()
  return (
    <div className="grid gap-0.5">
      {consolePages
        .filter(({ isOwners }) => ownsServer || !isOwners)
        .map(({ path, title, icon: Icon }) => (
          <RailTooltip key={path} text={frameTexts[title]}>
            <Link to={path} {...(onLeave !== undefined && { onClick: onLeave })} className={linkClasses(isFull)}>
              <Icon className="size-4 shrink-0 stroke-[1.7]" aria-hidden="true" />
              <span className={label}>{frameTexts[title]}</span>
            </Link>
          </RailTooltip>
        ))}
    </div>
  )
}

function linkClasses(isFull: boolean): string {
  return classNames(
    'group relative flex h-8 items-center gap-2.5 rounded px-2.5 text-ink-2 hover:bg-ground-3 hover:text-ink-1 touch:h-10',
    'data-[status=active]:bg-ground-3 data-[status=active]:font-medium data-[status=active]:text-ink-1',
    !isFull && 'justify-center desk:justify-start',
  )
}

interface AreaLinkProps extends RailLinksProps {
  readonly project: string
  readonly area: Area
}

function AreaLink({ project, area, label, isFull, onLeave }: AreaLinkProps) {
  const { icon: Icon, count: Count } = area
  return (
    <RailTooltip text={frameTexts.areas[area.title]}>
      <Link
        to={areaHref(project, area.path)}
        search={area.isOfDatabase === true ? (before) => databaseSearch(before.database) : {}}
        activeOptions={{ exact: area.path === '', includeSearch: false }}
        {...(onLeave !== undefined && { onClick: onLeave })}
        className={linkClasses(isFull)}
      >
        <Icon className="size-4 shrink-0 stroke-[1.7]" aria-hidden="true" />
        <span className={label}>{frameTexts.areas[area.title]}</span>
        {Count !== undefined && (
          <Suspense>
            <Count key={project} project={project} isFull={isFull} />
          </Suspense>
        )}
      </Link>
    </RailTooltip>
  )
}

/** The name beside an icon that stands alone, after a moment; where the name stands in the rail it would say it twice. */
function RailTooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <span className="group/tip relative grid">
      {children}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-full z-30 ml-2 hidden -translate-y-1/2 rounded-small bg-ground-float px-2 py-1 text-small whitespace-nowrap text-ink-1 opacity-0 shadow-float transition-opacity delay-0 duration-100 group-focus-within/tip:opacity-100 group-hover/tip:opacity-100 group-hover/tip:delay-300 tablet:block desk:hidden"
      >
        {text}
      </span>
    </span>
  )
}
