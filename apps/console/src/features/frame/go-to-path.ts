import { databaseQuery } from '../../shared/databases/database-search.ts'
import { addressOfFolder } from '../../shared/files/file-path.ts'
import { isAreaPath } from '../../shared/areas.ts'

/** Where somebody is who types a path. */
export interface PathOrigin {
  readonly project: string | undefined
  /** Undefined for the default one. */
  readonly database?: string | undefined
}

/**
 * Where a typed or pasted path leads, as an address inside the console; `undefined` when it leads nowhere. It takes an address of the
 * console, an area (`files`), a path as the breadcrumb shows it (`demo-app/data/orders`), a document's path (`orders/8Kd2`), its full
 * resource name (`projects/P/databases/(default)/documents/…`) and a file's address (`gs://bucket/path`). Paths of the current project's
 * documents stay in the current database.
 */
export function goToPath(
  typed: string,
  { project: currentProject, database }: PathOrigin,
  origin: string,
): string | undefined {
  const text = typed.trim()
  if (text === '' || text.length > 6144) return undefined

  const bucketPath = /^gs:\/\/([^/]+)\/?(.*)$/.exec(text)
  if (bucketPath !== null) {
    const project = (bucketPath[1] ?? '').replace(/\.(appspot\.com|firebasestorage\.app)$/, '')
    return address(project, ['files', ...segmentsOf(bucketPath[2] ?? '')])
  }
  if (text.startsWith(`${origin}/`)) return innerAddress(text.slice(origin.length))
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return undefined

  const resource = /^\/?projects\/([^/]+)\/databases\/([^/]+)\/documents(?:\/(.*))?$/.exec(text)
  if (resource !== null) {
    const [, project = '', ofProject, path = ''] = resource
    return address(project, ['data', ...segmentsOf(path)]) + databaseQuery(ofProject)
  }
  if (/^\/(projects|account)(\/|$)/.test(text) || text === '/server') return innerAddress(text)

  const segments = segmentsOf(text)
  const [first, second] = segments
  if (first === undefined) return undefined
  if (segments.length === 1 && (first === 'projects' || first === 'account')) return `/${first}`
  const isOfProject = first === currentProject || (second !== undefined && isAreaPath(second))
  if (isOfProject && (second === undefined || isAreaPath(second))) {
    return (
      address(first, segments.slice(1)) + (first === currentProject && second === 'data' ? databaseQuery(database) : '')
    )
  }
  // In a project it may be a collection.
  if (currentProject === undefined) return text === 'server' ? '/server' : undefined
  const inProject = isAreaPath(first) ? segments : ['data', ...segments]
  return address(currentProject, inProject) + (inProject[0] === 'data' ? databaseQuery(database) : '')
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function address(project: string, segments: readonly string[]): string {
  const named = segments[0] === 'files' ? segments.map(addressOfFolder) : segments
  return ['/projects', project, ...named].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join('/')
}

function innerAddress(path: string): string | undefined {
  return /^\/(?![/\\])/.test(path) ? path : undefined
}
