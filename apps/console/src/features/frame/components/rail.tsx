import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
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
export function Rail({ project }: { readonly project: string }) {
  return (
    <div className="hidden w-(--rail) shrink-0 flex-col border-r border-line bg-ground-2 tablet:flex">
      <RailContent project={project} />
    </div>
  )
}

export interface RailContentProps {
  readonly project: string
  /** With its words whatever the width. */
  readonly isFull?: boolean
  readonly onLeave?: () => void
}

export function RailContent({ project, isFull = false, onLeave }: RailContentProps) {
  const label = isFull ? '' : 'sr-only desk:not-sr-only'
  const links = (areas: readonly Area[]) =>
    areas.map((area) => (
      <RailLink key={area.path} project={project} area={area} label={label} isFull={isFull} onLeave={onLeave} />
    ))
  return (
    <nav aria-label={frameTexts.areasOf(project)} className="flex min-h-full flex-1 flex-col px-2 pt-3 pb-2">
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
    </nav>
  )
}

interface RailLinkProps {
  readonly project: string
  readonly area: Area
  readonly label: string
  readonly isFull: boolean
  readonly onLeave: (() => void) | undefined
}

function RailLink({ project, area, label, isFull, onLeave }: RailLinkProps) {
  const { icon: Icon, count: Count } = area
  return (
    <Link
      to={areaHref(project, area.path)}
      search={area.isOfDatabase === true ? (before) => databaseSearch(before.database) : {}}
      activeOptions={{ exact: area.path === '', includeSearch: false }}
      title={frameTexts.areas[area.title]}
      {...(onLeave !== undefined && { onClick: onLeave })}
      className={classNames(
        'group relative flex h-8 items-center gap-2.5 rounded px-2.5 text-ink-2 hover:bg-ground-3 hover:text-ink-1 touch:h-10',
        'data-[status=active]:bg-ground-3 data-[status=active]:font-medium data-[status=active]:text-ink-1',
        !isFull && 'justify-center desk:justify-start',
      )}
    >
      <Icon className="size-4 shrink-0 stroke-[1.7]" aria-hidden="true" />
      <span className={label}>{frameTexts.areas[area.title]}</span>
      {Count !== undefined && (
        <Suspense>
          <Count key={project} project={project} isFull={isFull} />
        </Suspense>
      )}
    </Link>
  )
}
