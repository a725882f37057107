import { invalidArgument } from './invalid-argument.ts'
import { compareUtf8, utf8Exceeds } from './utf8.ts'

/**
 * Paths relative to a database are strings: `users` is a collection, `users/ada` a document, the empty string the root.
 * Rules for their parts: document-semantics section 1.
 */
export const MAX_ID_BYTES = 1500
export const MAX_NAME_BYTES = 6 * 1024
/** The deepest collection: 100 collections and 100 documents, one below the other. */
export const MAX_COLLECTION_DEPTH = 100

/** The parts of a full resource name, `projects/{project}/databases/{database}/documents/{path}`. */
export interface ResourceName {
  readonly project: string
  readonly database: string
  /** Relative to the database; empty for its root. */
  readonly path: string
}

/** Throws `invalid-argument` unless `path` names a document: an even number of valid ids. */
export function validateDocumentPath(path: string): void {
  const segments = validatePath(path)
  if (segments % 2 !== 0 || segments === 0) {
    throw invalidArgument(
      'INVALID_PATH',
      `"${path}" is not the path of a document: it needs an even number of segments.`,
    )
  }
}

/** Throws `invalid-argument` unless `path` names a collection: an odd number of valid ids. */
export function validateCollectionPath(path: string): void {
  const segments = validatePath(path)
  if (segments % 2 === 0) {
    throw invalidArgument(
      'INVALID_PATH',
      `"${path}" is not the path of a collection: it needs an odd number of segments.`,
    )
  }
}

/** Throws `invalid-argument` unless `id` can name a collection. */
export function validateCollectionId(id: string): void {
  validateId(id, 'Collection')
}

/** Throws `invalid-argument` unless `id` can name a document. */
export function validateDocumentId(id: string): void {
  validateId(id, 'Resource')
}

/** Checks every id of a path and answers their number. The empty path has none. */
function validatePath(path: string): number {
  if (path === '') return 0
  if (utf8Exceeds(path, MAX_NAME_BYTES)) {
    throw invalidArgument('NAME_TOO_LONG', `The document name is longer than ${MAX_NAME_BYTES} bytes.`)
  }
  let count = 0
  let start = 0
  while (start <= path.length) {
    let end = path.indexOf('/', start)
    if (end < 0) end = path.length
    validateId(path.slice(start, end), count % 2 === 0 ? 'Collection' : 'Resource')
    count++
    start = end + 1
  }
  if (count > 2 * MAX_COLLECTION_DEPTH) {
    throw invalidArgument('PATH_TOO_DEEP', `Collections can be nested at most ${MAX_COLLECTION_DEPTH} deep.`)
  }
  return count
}

function validateId(id: string, noun: 'Collection' | 'Resource'): void {
  if (id === '') throw invalidArgument('INVALID_ID', `${noun} id is empty: a path has no empty segments.`)
  if (id === '.' || id === '..') throw invalidArgument('INVALID_ID', `${noun} id "${id}" is invalid.`)
  if (id.includes('/')) throw invalidArgument('INVALID_ID', `${noun} id "${id}" is invalid because it contains "/".`)
  if (isReservedName(id) && parseNumericId(id) === undefined) {
    throw invalidArgument('RESERVED_ID', `${noun} id "${id}" is invalid because it is reserved.`)
  }
  if (utf8Exceeds(id, MAX_ID_BYTES)) {
    throw invalidArgument('INVALID_ID', `${noun} id is longer than ${MAX_ID_BYTES} bytes.`)
  }
  if (!id.isWellFormed()) throw invalidArgument('INVALID_ID', `${noun} id is not valid UTF-8.`)
}

/** Names of the shape `__x__` belong to the system, for ids and for fields. `____` does not: nothing is between. */
export function isReservedName(name: string): boolean {
  return name.length > 4 && name.startsWith('__') && name.endsWith('__')
}

/** The number of an id of the shape `__id7__`, which sorts before all others; undefined for any other id. */
export function parseNumericId(id: string): bigint | undefined {
  if (!id.startsWith('__id') || !id.endsWith('__')) return undefined
  const digits = id.slice(4, -2)
  if (!/^(?:0|-?[1-9][0-9]{0,18})$/.test(digits)) return undefined
  const number = BigInt(digits)
  return BigInt.asIntN(64, number) === number ? number : undefined
}

export function isDocumentPath(path: string): boolean {
  return path !== '' && segmentCount(path) % 2 === 0
}

export function isCollectionPath(path: string): boolean {
  return segmentCount(path) % 2 === 1
}

function segmentCount(path: string): number {
  if (path === '') return 0
  let count = 1
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count++
  return count
}

export function pathSegments(path: string): string[] {
  return path === '' ? [] : path.split('/')
}

/** The path one segment up: a document's collection, a collection's document, the root (empty) for a root collection. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

/** The last segment: a document's id, or a collection's. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The id of the collection a document is in: `posts` for `users/ada/posts/1`. */
export function collectionIdOf(documentPath: string): string {
  return lastSegment(parentPath(documentPath))
}

export function childPath(parent: string, segment: string): string {
  return parent === '' ? segment : `${parent}/${segment}`
}

/** The full resource name. An empty path gives the root, `projects/p/databases/d/documents`. */
export function formatDocumentName(project: string, database: string, path: string): string {
  const root = `projects/${project}/databases/${database}/documents`
  return path === '' ? root : `${root}/${path}`
}

/** Takes the name of a document apart and checks every part. Throws `invalid-argument`. */
export function parseDocumentName(name: string): ResourceName {
  const parsed = splitName(name)
  if (parsed.path === '') {
    throw invalidArgument('INVALID_NAME', `Document name "${name}" lacks a collection and a document id.`)
  }
  validateDocumentPath(parsed.path)
  return parsed
}

/** As `parseDocumentName`, for what queries and lists start from: the root of a database or a document. */
export function parseParentName(name: string): ResourceName {
  const parsed = splitName(name)
  if (parsed.path !== '') validateDocumentPath(parsed.path)
  return parsed
}

function splitName(name: string): ResourceName {
  if (utf8Exceeds(name, MAX_NAME_BYTES)) {
    throw invalidArgument('NAME_TOO_LONG', `The document name is longer than ${MAX_NAME_BYTES} bytes.`)
  }
  const match = /^projects\/([^/]+)\/databases\/([^/]+)\/documents(?:\/([^]*))?$/.exec(name)
  const [, project, database, path = ''] = match ?? []
  if (project === undefined || database === undefined || name.endsWith('/')) {
    throw invalidArgument(
      'INVALID_NAME',
      `Document name "${name}" is invalid: it must have the form projects/{project}/databases/{database}/documents/{path}.`,
    )
  }
  return { project, database, path }
}

/** The order of documents by name: segment by segment, a prefix first, numeric ids before all others. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0
  // The empty path has no segments at all, so it is a prefix of every other.
  if (a === '' || b === '') return a.length - b.length
  let startA = 0
  let startB = 0
  while (startA <= a.length && startB <= b.length) {
    const endA = segmentEnd(a, startA)
    const endB = segmentEnd(b, startB)
    const order = compareIds(a.slice(startA, endA), b.slice(startB, endB))
    if (order !== 0) return order
    startA = endA + 1
    startB = endB + 1
  }
  return startA > a.length ? -1 : 1
}

function segmentEnd(path: string, start: number): number {
  const slash = path.indexOf('/', start)
  return slash < 0 ? path.length : slash
}

export function compareIds(a: string, b: string): number {
  if (a === b) return 0
  const numberA = parseNumericId(a)
  const numberB = parseNumericId(b)
  if (numberA === undefined) return numberB === undefined ? compareUtf8(a, b) : 1
  if (numberB === undefined) return -1
  return numberA < numberB ? -1 : 1
}

/** The order of full resource names, as reference values have it: project, database, then the path. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0
  const nameA = nameParts(a)
  const nameB = nameParts(b)
  return (
    compareUtf8(nameA.project, nameB.project) ||
    compareUtf8(nameA.database, nameB.database) ||
    comparePaths(nameA.path, nameB.path)
  )
}

/** Takes apart a full name that was checked when it came in. */
export function nameParts(name: string): ResourceName {
  const projectEnd = name.indexOf('/', PROJECT_START)
  const databaseStart = projectEnd + '/databases/'.length
  const databaseEnd = name.indexOf('/', databaseStart)
  return {
    project: name.slice(PROJECT_START, projectEnd),
    database: name.slice(databaseStart, databaseEnd),
    path: name.slice(databaseEnd + '/documents/'.length),
  }
}

const PROJECT_START = 'projects/'.length
