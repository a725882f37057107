import type { Query } from '@hearth/model'
import { Failure, type Result } from '../evaluate/failure.ts'
import { matchParts, type PathReading } from '../evaluate/match-path.ts'
import type { PatternSegment } from '../syntax/ast.ts'
import { PathValue } from '../values/rule-value.ts'

/** A path of which parts are open: `any` is one segment, `some` any number of them. */
export type OpenPath = readonly (string | typeof any | typeof some)[]

const any = Symbol('one segment')
const some = Symbol('any number of segments')

/** Every document that a query could find, as one path; undefined for a query that looks in no collection. */
export function pathOfQuery(query: Query, database: string, documentPath: string | undefined): OpenPath | undefined {
  const all = ['databases', database, 'documents']
  if (documentPath !== undefined) return [...all, ...documentPath.split('/')]
  const root = [...all, ...(query.parent === '' ? [] : query.parent.split('/'))]
  if (query.collectionId === undefined) return query.allDescendants ? [...root, some, any, any] : undefined
  return query.allDescendants ? [...root, some, query.collectionId, any] : [...root, query.collectionId, any]
}

/**
 * What a pattern captures when it covers every path that an open one stands for: a failure for what differs between them.
 * Undefined when it does not cover all of them. Groups of collections need version 2.
 */
export function matchOpenPath(
  pattern: readonly PatternSegment[],
  path: OpenPath,
  version: 1 | 2,
): Result[] | undefined {
  if (version === 1 && path.includes(some)) return undefined
  return matchParts(pattern, path, version, openParts)
}

const openParts: PathReading<OpenPath[number], Result> = {
  isOne: (part, text) => part !== some && (text === undefined || part === text),
  captureOne: (part) => (typeof part === 'string' ? part : unknownCapture()),
  captureMany: (parts) => {
    const known = parts.filter((part) => typeof part === 'string')
    return known.length === parts.length ? new PathValue(known) : unknownCapture()
  },
}

function unknownCapture(): Failure {
  return new Failure('The query does not name one document, and the condition asks for a part of its path.')
}
