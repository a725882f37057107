import { disjunctsOf, normaliseQuery, type Query } from '@hearth/model'
import {
  type DecideOptions,
  isVerdict,
  nothing,
  type NeedsDocument,
  type Refusal,
  type RulesRequest,
  tryAllows,
  type Verdict,
} from '../evaluate/decide.ts'
import { Evaluation, WORK_MAX } from '../evaluate/evaluation.ts'
import { Failure, type Result } from '../evaluate/failure.ts'
import { matchParts, matchPath, type PathReading } from '../evaluate/match-path.ts'
import type { Ruleset } from '../evaluate/ruleset.ts'
import { partlyKnownRequest } from '../evaluate/unknown.ts'
import type { PatternSegment } from '../syntax/ast.ts'
import { MapValue, PathValue, type RuleValue } from '../values/rule-value.ts'
import { Facts } from './facts.ts'
import { UnreadDocument } from './unread-document.ts'

export interface ListRequest extends Pick<RulesRequest, 'auth' | 'time' | 'unknown'> {
  readonly database: string
  readonly query: Query
}

/**
 * Whether rules grant a query: if they would grant every document that it could find, whatever is in the database. The
 * query is taken apart into conjunctions; for each of them an `allow` must hold of a document of which nothing is known but
 * what the filters say. What does not follow is not granted.
 *
 * Sound because each operation on what is not known fails unless its result is the same for all documents, and a failure
 * never makes a condition true (it is absorbed where the other side decides).
 */
export function decideList(ruleset: Ruleset, request: ListRequest, options: DecideOptions): Verdict | NeedsDocument {
  const { filter } = normaliseQuery(request.query)
  const disjuncts = disjunctsOf(filter)
  const lookups = new Set<string>()
  const refusals: Refusal[] = []
  let grantedBy: Verdict['grantedBy']
  let workMax = WORK_MAX
  let expressionsUsed = 0
  for (const filters of disjuncts.length === 0 ? [[]] : disjuncts) {
    const facts = new Facts(filters)
    const evaluation = new Evaluation({
      ...options,
      request: partlyKnownRequest(requestOf(request), request.auth, request.unknown ?? nothing),
      resource: new UnreadDocument(facts, request.database),
      patterns: ruleset.patterns,
      workMax,
      lookups,
    })
    const path = pathOfQuery(request.query, request.database, facts.documentPath)
    const verdict = tryAllows(
      evaluation,
      ruleset,
      'list',
      ({ pattern, version }) => path && matchOpenPath(pattern, path, version),
    )
    if (!isVerdict(verdict)) return verdict
    workMax = evaluation.workLeft
    expressionsUsed += verdict.expressionsUsed
    refusals.push(...verdict.refusals)
    if (!verdict.isAllowed) return { isAllowed: false, refusals, expressionsUsed, lookupsUsed: lookups.size }
    grantedBy = verdict.grantedBy
  }
  return { isAllowed: true, grantedBy, refusals, expressionsUsed, lookupsUsed: lookups.size }
}

/** A document that a query has found. */
export interface ResultRequest extends ListRequest {
  /** From the root. */
  readonly path: readonly string[]
  /** As it is; null: it is not there. */
  readonly resource: MapValue | null
}

/**
 * Whether rules grant one document of a query's result: what `decideList` proves of all that the query can find, asked of this one.
 */
export function decideResult(
  ruleset: Ruleset,
  request: ResultRequest,
  options: DecideOptions,
): Verdict | NeedsDocument {
  const evaluation = new Evaluation({
    ...options,
    request: partlyKnownRequest(requestOf(request), request.auth, request.unknown ?? nothing),
    resource: request.resource,
    patterns: ruleset.patterns,
  })
  return tryAllows(evaluation, ruleset, 'list', ({ pattern, version }) => matchPath(pattern, request.path, version))
}

/** `request` of a query; `request.query` says of each clause what holds without it too: no limit is null, no offset 0, no order an empty map. */
function requestOf({ auth, time, database, query }: ListRequest): MapValue {
  const orders = query.orderBy.map(({ field, direction }): [string, RuleValue] => [
    field.join('.'),
    direction === 'ascending' ? 'ASC' : 'DESC',
  ])
  const clauses: [string, RuleValue][] = [
    ['limit', query.limit === undefined ? null : BigInt(query.limit)],
    ['offset', BigInt(query.offset)],
    ['orderBy', new MapValue(new Map(orders))],
  ]
  const parent = query.parent === '' ? [] : query.parent.split('/')
  const collection = query.collectionId === undefined ? [] : [query.collectionId]
  return new MapValue(
    new Map<string, RuleValue>([
      ['auth', auth],
      ['method', 'list'],
      ['path', new PathValue(['databases', database, 'documents', ...parent, ...collection])],
      ['time', time],
      ['query', new MapValue(new Map(clauses))],
    ]),
  )
}

/** A path of which parts are open: `any` is one segment, `some` any number of them. */
type OpenPath = readonly (string | typeof any | typeof some)[]

const any = Symbol('one segment')
const some = Symbol('any number of segments')

/** Every document that a query could find, as one path; undefined for a query that looks in no collection. */
function pathOfQuery(query: Query, database: string, documentPath: string | undefined): OpenPath | undefined {
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
function matchOpenPath(pattern: readonly PatternSegment[], path: OpenPath, version: 1 | 2): Result[] | undefined {
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
