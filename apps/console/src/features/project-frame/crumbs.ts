import { type DatabaseSearch, databaseSearch } from '../../databases/database-search.ts'
import { decodePath } from '../../documents/data-path.ts'
import { frameTexts } from '../../texts/en/frame.ts'

export interface Crumb {
  readonly text: string
  readonly href: string
  readonly search: DatabaseSearch
}

/**
 * The parts of an address as the breadcrumb shows them: a project's pages begin with the project, the overview names itself, and those of
 * documents stay in their database.
 */
export function crumbsOf(pathname: string, database?: string): readonly Crumb[] {
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const isInProject = segments[0] === 'projects' && segments.length > 1
  const crumbs = segments.map((segment, at) => ({
    text: decodePath(segment),
    href: `/${segments.slice(0, at + 1).join('/')}`,
    search: isInProject && segments[2] === 'data' && at >= 2 ? databaseSearch(database) : {},
  }))
  if (!isInProject) return crumbs
  const inProject = crumbs.slice(1)
  return inProject.length > 1
    ? inProject
    : [...inProject, { text: frameTexts.overview.toLowerCase(), href: `${pathname}#`, search: {} }]
}

/** The crumbs as a path that `goToPath` takes; the overview is the project itself. */
export function pathOf(crumbs: readonly Crumb[]): string {
  return crumbs
    .filter(({ href }) => !href.endsWith('#'))
    .map(({ text }) => text)
    .join('/')
}
