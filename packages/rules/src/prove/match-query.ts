import type { Query } from '@hearth/model'
import { Failure, type Result } from '../evaluate/failure.ts'
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
  const captures: Result[] = []
  if (!matchFrom(pattern, path, version, captures)) return undefined
  const globs = pattern.filter(({ kind }) => kind === 'glob').length
  // With several globs the same path can be taken apart in several ways.
  return globs > 1 && path.some(isOpen) ? captures.map(() => unknownCapture()) : captures
}

function matchFrom(pattern: readonly PatternSegment[], path: OpenPath, version: 1 | 2, captures: Result[]): boolean {
  const [segment, ...rest] = pattern
  if (segment === undefined) return path.length === 0
  if (segment.kind === 'glob') return matchGlob(rest, path, version, captures)
  const [part, ...others] = path
  if (part === undefined || part === some) return false
  if (segment.kind === 'literal' && part !== segment.text) return false
  if (segment.kind === 'capture') captures.push(part === any ? unknownCapture() : part)
  return matchFrom(rest, others, version, captures)
}

function matchGlob(rest: readonly PatternSegment[], path: OpenPath, version: 1 | 2, captures: Result[]): boolean {
  const captured = captures.length
  for (let end = version === 1 ? 1 : 0; end <= path.length; end++) {
    const taken = path.slice(0, end)
    const texts = taken.filter((part) => typeof part === 'string')
    captures.push(texts.length === taken.length ? new PathValue(texts) : unknownCapture())
    if (matchFrom(rest, path.slice(end), version, captures)) return true
    captures.length = captured
  }
  return false
}

function isOpen(part: OpenPath[number]): boolean {
  return typeof part !== 'string'
}

function unknownCapture(): Failure {
  return new Failure('The query does not name one document, and the condition asks for a part of its path.')
}
