import { databaseQuery } from '../../shared/databases/database-search.ts'
import { decodePath } from '../../documents/data-path.ts'

/** A page of a project that somebody wants at hand. */
export interface Pin {
  /**
   * As the account keeps it: `project:path`, the path as it stands in the address behind the project, such as `demo-app:data/orders`, and
   * for documents beside the default database `demo-app:data/orders?database=second`.
   */
  readonly kept: string
  readonly pathname: string
  /** Of documents, where it isn't the default one. */
  readonly database: string | undefined
  /** As the breadcrumb shows it, such as `data/orders`. */
  readonly title: string
}

/** As many as the security rules of the project `console` take. */
export const pinsMax = 200
const keptMax = 1000

/**
 * The pin of a page; undefined for one outside of a project, for a project's overview, and for an address too long to keep.
 *
 * @param database of the page, where it isn't the default one
 */
export function pinOf(pathname: string, database?: string): Pin | undefined {
  const [, project, path] = /^\/projects\/([^/]+)\/(.*[^/])\/*$/.exec(pathname) ?? []
  return project === undefined || path === undefined ? undefined : pinAt(project, path + databaseQuery(database))
}

/** Those of a project out of all that an account keeps; what is no pin is left out. */
export function pinsIn(kept: readonly string[], project: string): readonly Pin[] {
  return kept.flatMap((one) => {
    const place = one.startsWith(`${project}:`) ? one.slice(project.length + 1) : ''
    return /[^/]/.test(place) ? (pinAt(project, place) ?? []) : []
  })
}

function pinAt(project: string, place: string): Pin | undefined {
  const kept = `${project}:${place}`
  if (kept.length > keptMax) return undefined
  const [path = '', search = ''] = place.split('?')
  const database = new URLSearchParams(search).get('database') ?? undefined
  const title = decodePath(path)
  return {
    kept,
    pathname: `/projects/${project}/${path}`,
    database,
    title: database === undefined ? title : `${title} (${database})`,
  }
}
