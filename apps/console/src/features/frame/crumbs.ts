import { type DatabaseSearch, databaseSearch } from '../../shared/databases/database-search.ts'
import { decodePath } from '../../documents/data-path.ts'
import { listAreas } from '../../shared/areas.ts'
import { frameTexts } from '../../texts/en/frame.ts'
import { spokenLanguage } from '../../texts/in-language.ts'
import { folderAtAddress } from '../../shared/files/file-path.ts'

export interface Crumb {
  /** What is shown: the name of a screen in the reader's language, everything else as it is called. */
  readonly text: string
  /** Whether `text` is a word of the console, which runs as its language does, and no name that somebody gave. */
  readonly isWord: boolean
  /** As the address says it, decoded; undefined for what stands in no address. */
  readonly segment: string | undefined
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
  const area = isInProject ? segments[2] : undefined
  const crumbs = segments.map((encoded, at) => {
    const segment = area === 'files' && at > 2 ? folderAtAddress(decodePath(encoded)) : decodePath(encoded)
    // A collection or a folder may be called like a screen.
    const word = at === (isInProject ? 2 : 0) ? wordOf(segment, isInProject) : undefined
    return {
      text: word ?? segment,
      isWord: word !== undefined,
      segment,
      href: `/${segments.slice(0, at + 1).join('/')}`,
      search: area === 'data' && at >= 2 ? databaseSearch(database) : {},
    }
  })
  if (!isInProject) return crumbs
  const inProject = crumbs.slice(1)
  return inProject.length > 1
    ? inProject
    : [
        ...inProject,
        { text: inPath(frameTexts.areas.overview), isWord: true, segment: undefined, href: `${pathname}#`, search: {} },
      ]
}

/** The crumbs as a path that `goToPath` takes; the overview is the project itself. */
export function pathOf(crumbs: readonly Crumb[]): string {
  return crumbs.flatMap(({ segment }) => segment ?? []).join('/')
}

/** The name of a screen in the reader's language; undefined for what is none. */
function wordOf(segment: string, isInProject: boolean): string | undefined {
  const { account, areas, projects, server } = frameTexts
  const area = isInProject ? listAreas().find(({ path }) => path === segment) : undefined
  const title =
    area === undefined ? new Map(Object.entries({ account, projects, server })).get(segment) : areas[area.title]
  return title === undefined ? undefined : inPath(title)
}

/** English writes the title of a screen small where it is a part of a path. */
function inPath(title: string): string {
  return spokenLanguage() === 'en' ? title.toLowerCase() : title
}
