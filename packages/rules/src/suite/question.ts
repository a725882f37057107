import { decodeFields, invalidArgument, isCollectionPath, parseTimestamp } from '@hearth/model'
import { decide, type DecideOptions, type NeedsDocument, type RulesRequest, type Verdict } from '../evaluate/decide.ts'
import type { Ruleset } from '../evaluate/ruleset.ts'
import type { ServiceName } from '../evaluate/scope.ts'
import { decideList, decideResult, type ListRequest, type ResultRequest } from '../prove/decide-list.ts'
import { liftDocument, liftJson } from '../values/lift.ts'
import { MapValue, TimestampValue } from '../values/rule-value.ts'
import type { JsonObject, ResourceJson, RulesTestCase } from './test-case.ts'
import { decodeQuery } from './query-json.ts'

/** What rules are asked: about one document or file, about a query, or about a document that a query has found. */
export type RulesQuestion =
  | { readonly kind: 'one'; readonly request: RulesRequest }
  | { readonly kind: 'query'; readonly request: ListRequest }
  | { readonly kind: 'result'; readonly request: ResultRequest }

/** Asks rules, in the way that belongs to the question. */
export function answer(ruleset: Ruleset, question: RulesQuestion, options: DecideOptions): Verdict | NeedsDocument {
  switch (question.kind) {
    case 'one':
      return decide(ruleset, question.request, options)
    case 'query':
      return decideList(ruleset, question.request, options)
    case 'result':
      return decideResult(ruleset, question.request, options)
  }
}

export function serviceOfPath(path: string): ServiceName {
  return /^\/*b\//.test(path) ? 'firebase.storage' : 'cloud.firestore'
}

/** `nowNanos`: nanoseconds since the epoch, for a case without a time. Throws `invalid-argument` for what can't be asked. */
export function questionOf(
  { request, resource }: RulesTestCase,
  nowNanos: bigint,
): Exclude<RulesQuestion, { kind: 'result' }> {
  const { method, auth, query } = request
  const time = new TimestampValue(request.time === undefined ? nowNanos : parseTimestamp(request.time) * 1000n)
  const path = request.path.split('/').filter(Boolean)
  const place = documentPlace(path)
  if (method === 'list' && place !== undefined && isCollectionPath(place.path)) {
    const listed = { auth: mapOf(auth), time, database: place.database, query: decodeQuery(place.path, query ?? {}) }
    return { kind: 'query', request: listed }
  }
  if (query !== undefined) throw invalidArgument('INVALID_TEST', 'Only a list of a collection has a query.')
  return {
    kind: 'one',
    request: {
      method,
      path,
      auth: mapOf(auth),
      time,
      resource: liftResource(path, resource),
      newResource:
        liftResource(path, request.resource) ?? (method === 'delete' && place !== undefined ? null : undefined),
    },
  }
}

/**
 * A resource as conditions see it. `path`: where it is, from the root; a file's says its name and bucket. Throws `invalid-argument` for
 * fields and times that are none.
 */
export function liftResource(path: readonly string[], json: ResourceJson | null | undefined): MapValue | null {
  if (json === undefined || json === null) return null
  const place = documentPlace(path)
  if (place === undefined) return liftFile(path, json)
  const { fields } = json
  if (typeof fields !== 'object' || fields === null) return mapOf(json)
  return liftDocument(place.database, { path: place.path, fields: decodeFields(fields) })
}

function liftFile(path: readonly string[], json: ResourceJson): MapValue | null {
  const [b, bucket, o, ...name] = path
  if (b !== 'b' || o !== 'o') return mapOf(json)
  const { timeCreated, updated, ...told } = json
  const times = Object.entries({ timeCreated, updated }).flatMap(([key, text]) =>
    typeof text === 'string' ? [[key, new TimestampValue(parseTimestamp(text) * 1000n)] as const] : [],
  )
  const plain = mapOf({ name: name.join('/'), bucket, ...told })
  return plain && new MapValue(new Map([...plain.entries(), ...times]))
}

function documentPlace(path: readonly string[]): { database: string; path: string } | undefined {
  const [databases, database, documents, ...rest] = path
  if (databases !== 'databases' || database === undefined || documents !== 'documents') return undefined
  return { database, path: rest.join('/') }
}

function mapOf(json: JsonObject | null | undefined): MapValue | null {
  const value = json === undefined || json === null ? null : liftJson(json)
  return value instanceof MapValue ? value : null
}
