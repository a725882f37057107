import { decodeFields as decodeModelFields, decodeValue, type Filter, isDocumentPath, type Query } from '@hearth/model'
import { liftDocument, liftJson, type ListRequest, MapValue, type RulesRequest, TimestampValue } from '@hearth/rules'
import { simulatorTexts } from '../../../texts/en/simulator.ts'
import { parseCondition } from '../../../documents/condition.ts'
import { parseDocument, placeIn } from '../../../documents/values/document-json.ts'
import { isOperation, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { documentsRoot, encodeFields, encodeValue } from '../../../documents/values/wire-value.ts'
import type { RulesArea } from '../rules-area.ts'
import { hasAfter, hasBefore, type Situation } from './situation.ts'

export const database = '(default)'

/** A situation can't be asked as it was typed in. */
export class SituationProblem extends Error {
  readonly field: keyof Situation

  constructor(field: keyof Situation, message: string) {
    super(message)
    this.name = 'SituationProblem'
    this.field = field
  }
}

export type Question =
  | { readonly kind: 'one'; readonly request: RulesRequest }
  | { readonly kind: 'query'; readonly request: ListRequest }

export interface Place {
  readonly area: RulesArea
  readonly project: string
  readonly bucket: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** What rules are asked in a situation. Throws a `SituationProblem`. */
export function questionOf(situation: Situation, place: Place): Question {
  const { method } = situation
  const time = new TimestampValue(BigInt(place.now) * 1_000_000n)
  const auth = authOf(situation)
  const path = situation.path.replaceAll(/^\/+|\/+$/g, '')
  if (place.area === 'documents' && method === 'list') {
    return { kind: 'query', request: { auth, time, database, query: queryOf(situation, path, place) } }
  }
  if (place.area === 'documents' && !isDocumentPath(path))
    throw new SituationProblem('path', simulatorTexts.noDocumentPath)
  if (place.area === 'files' && method !== 'list' && path === '')
    throw new SituationProblem('path', simulatorTexts.noFilePath)
  const lift = (field: 'before' | 'after') =>
    place.area === 'documents' ? documentOf(situation, field, path, place) : fileOf(situation, field, path, place)
  return {
    kind: 'one',
    request: {
      method,
      path: [
        ...(place.area === 'documents' ? ['databases', database, 'documents'] : ['b', place.bucket, 'o']),
        ...path.split('/').filter(Boolean),
      ],
      auth,
      time,
      resource: hasBefore(method) ? (lift('before') ?? null) : null,
      newResource: hasAfter(method) ? (lift('after') ?? new MapValue(new Map())) : undefined,
    },
  }
}

/** A document as rules see it. */
export function documentValue(path: string, fields: TypedFields, project: string): MapValue {
  return liftDocument(database, { path, fields: decodeModelFields(encodeFields(fields, documentsRoot(project))) })
}

function authOf({ uid, claims }: Situation): MapValue | null {
  if (uid === undefined) return null
  const told = jsonObject('claims', claims)
  const auth = liftJson({ uid, token: { sub: uid, user_id: uid, ...told } })
  return auth instanceof MapValue ? auth : null
}

function documentOf(situation: Situation, field: 'before' | 'after', path: string, place: Place): MapValue | undefined {
  const text = situation[field].trim()
  if (text === '') return undefined
  const parsed = parseDocument(text)
  if ('problem' in parsed) {
    const { line, column } = placeIn(text, parsed.at)
    throw new SituationProblem(field, simulatorTexts.problemAt(line, column, parsed.problem))
  }
  return documentValue(path, written(parsed.value, field, place.now), place.project)
}

/** Fields as the server writes them: its time in the place of what asks for it. */
function written(fields: TypedFields, field: 'before' | 'after', now: number): TypedFields {
  return new Map([...fields].map(([name, value]) => [name, writtenValue(value, field, now)]))
}

function writtenValue(value: TypedValue, field: 'before' | 'after', now: number): TypedValue {
  if (value.type === 'map') return { type: 'map', fields: written(value.fields, field, now) }
  if (value.type === 'server-time') return { type: 'timestamp', value: new Date(now).toISOString() }
  if (isOperation(value)) throw new SituationProblem(field, simulatorTexts.noOperation)
  return value
}

function fileOf(situation: Situation, field: 'before' | 'after', path: string, place: Place): MapValue | undefined {
  if (situation[field].trim() === '') return undefined
  const { timeCreated, updated, ...told } = jsonObject(field, situation[field])
  const plain = liftJson({ name: path, bucket: place.bucket, ...told })
  const entries = plain instanceof MapValue ? plain.entries() : []
  const times = Object.entries({ timeCreated, updated }).flatMap(([name, text]) => {
    const millis = typeof text === 'string' ? Date.parse(text) : Number.NaN
    return Number.isNaN(millis) ? [] : [[name, new TimestampValue(BigInt(millis) * 1_000_000n)] as const]
  })
  return new MapValue(new Map([...entries, ...times]))
}

function queryOf(situation: Situation, path: string, { project }: Place): Query {
  const segments = path.split('/')
  if (path === '' || segments.length % 2 === 0) throw new SituationProblem('path', simulatorTexts.noCollectionPath)
  const root = documentsRoot(project)
  const filters = situation.filters
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Filter => {
      const condition = parseCondition(line.trim())
      if (condition === undefined) throw new SituationProblem('filters', simulatorTexts.noCondition(line.trim()))
      const value = decodeValue(encodeValue(condition.value, root))
      return { kind: 'field', field: condition.field, op: condition.operator, value }
    })
  const limit = situation.limit.trim()
  if (limit !== '' && !/^[1-9]\d{0,8}$/.test(limit)) throw new SituationProblem('limit', simulatorTexts.noLimit)
  return {
    parent: segments.slice(0, -1).join('/'),
    collectionId: segments.at(-1),
    allDescendants: false,
    filter: filters.length > 0 ? { kind: 'and', filters } : undefined,
    orderBy: [],
    offset: 0,
    limit: limit === '' ? undefined : Number(limit),
  }
}

function jsonObject(field: keyof Situation, text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {}
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
  }
  throw new SituationProblem(field, simulatorTexts.noJson)
}
