import { isCollectionPath, isDocumentPath } from '@hearth/model/resource-path'
import { formatTimestamp, parseTimestamp } from '@hearth/model/timestamp'
import type { FunctionMock, JsonObject, QueryJson, ResourceJson, RulesTestCase } from '@hearth/rules'
import { parseCondition, parseOrdering } from '../../../documents/condition.ts'
import { parseDocument, placeIn } from '../../../documents/values/document-json.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import { findTimestamp } from '../../../documents/values/written-time.ts'
import { isOperation, type TypedFields, type TypedValue } from '../../../documents/values/typed-value.ts'
import { documentsRoot, encodeFields, encodeValue } from '../../../documents/values/wire-value.ts'
import { simulatorTexts as texts } from '../../../texts/en/simulator.ts'
import { type DatabaseOfPlace, hasAfter, hasBefore, type Place, type Situation, SituationProblem } from './situation.ts'

const groupPrefix = '**/'

/** What paths of documents begin with in rules. */
export function databasePrefix({ database }: DatabaseOfPlace): string {
  return `/databases/${database}/documents/`
}

/** A situation as a case that rules can be asked. Throws a `SituationProblem`. */
export function testCaseOf(situation: Situation, place: Place): RulesTestCase {
  const { method } = situation
  const path = situation.path.trim().replaceAll(/^\/+|\/+$/g, '')
  const isQuery = place.area === 'documents' && method === 'list'
  const time = timeOf(situation, place)
  assertPath(path, situation, place)
  const before = hasBefore(method) ? resourceOf(situation, 'before', place, time) : undefined
  const after = hasAfter(method) ? (resourceOf(situation, 'after', place, time) ?? emptyResource(place)) : undefined
  const mocks = mocksOf(situation, place)
  return {
    expectation: 'EXPECTATION_UNSPECIFIED',
    request: {
      method,
      path: fullPath(path, place),
      auth: authOf(situation),
      ...(time !== undefined && { time }),
      ...(after !== undefined && { resource: after }),
      ...(isQuery && { query: queryOf(situation, path.startsWith(groupPrefix), place) }),
    },
    ...(before !== undefined && { resource: before }),
    ...(mocks.length > 0 && { functionMocks: mocks }),
  }
}

/** What `get()` and its like give for a document; undefined: there is none. */
export function mockOf(path: string, fields: TypedFields | undefined, place: DatabaseOfPlace): FunctionMock[] {
  const result = fields === undefined ? { undefined: {} } : { value: { fields: wireFields(fields, place) } }
  return ['get', 'getAfter'].map((name) => ({
    function: name,
    args: [{ exactValue: `${databasePrefix(place)}${path}` }],
    result,
  }))
}

function assertPath(path: string, { method }: Situation, { area }: Place): void {
  if (area === 'files') {
    if (method !== 'list' && path === '') throw new SituationProblem('path', texts.noFilePath)
  } else if (method !== 'list') {
    if (!isDocumentPath(path)) throw new SituationProblem('path', texts.noDocumentPath)
  } else if (path === '' || !isCollectionPath(withoutGroup(path))) {
    throw new SituationProblem('path', texts.noCollectionPath)
  }
}

function fullPath(path: string, place: Place): string {
  return place.area === 'files' ? `/b/${place.bucket}/o/${path}` : `${databasePrefix(place)}${withoutGroup(path)}`
}

function withoutGroup(path: string): string {
  return path.startsWith(groupPrefix) ? path.slice(groupPrefix.length) : path
}

/** A write of the server's time needs to know which that is. */
function timeOf({ time, method, after }: Situation, { now }: Place): string | undefined {
  if (time.trim() !== '') {
    const found = findTimestamp(time.trim())
    if (found === undefined) throw new SituationProblem('time', texts.noTime)
    return formatTimestamp(found)
  }
  return hasAfter(method) && after.includes('$server-time') ? formatTimestamp(BigInt(now) * 1000n) : undefined
}

function authOf({ uid, claims }: Situation): JsonObject | null {
  if (uid?.trim() === '') throw new SituationProblem('uid', texts.noUid)
  return uid === undefined ? null : { uid, token: { sub: uid, user_id: uid, ...jsonObject('claims', claims) } }
}

function resourceOf(
  situation: Situation,
  field: 'before' | 'after',
  place: Place,
  time: string | undefined,
): ResourceJson | undefined {
  if (situation[field].trim() === '') return undefined
  if (place.area === 'files') return jsonObject(field, situation[field])
  const fields = documentFields(situation, field)
  return { fields: wireFields(writtenFields(fields, field, time), place) }
}

function emptyResource({ area }: Place): ResourceJson {
  return area === 'files' ? {} : { fields: {} }
}

function documentFields(situation: Situation, field: 'before' | 'after' | 'others'): TypedFields {
  const text = situation[field].trim()
  const parsed = parseDocument(text)
  if ('value' in parsed) return parsed.value
  const { line, column } = placeIn(text, parsed.at)
  throw new SituationProblem(field, texts.problemAt(line, column, parsed.problem))
}

/** Fields as the server writes them: its time in the place of what asks for it. */
function writtenFields(fields: TypedFields, field: keyof Situation, time: string | undefined): TypedFields {
  return new Map([...fields].map(([name, value]) => [name, writtenValue(value, field, time)]))
}

function writtenValue(value: TypedValue, field: keyof Situation, time: string | undefined): TypedValue {
  if (value.kind === 'map') return { kind: 'map', fields: writtenFields(value.fields, field, time) }
  if (value.kind === 'server-time' && time !== undefined) return { kind: 'timestamp', micros: parseTimestamp(time) }
  if (isOperation(value)) throw new SituationProblem(field, texts.noOperation)
  return value
}

function mocksOf(situation: Situation, place: Place): FunctionMock[] {
  if (situation.others.trim() === '') return []
  return [...documentFields(situation, 'others')].flatMap(([path, value]) => {
    if (!isDocumentPath(path) || (value.kind !== 'map' && value.kind !== 'null')) {
      throw new SituationProblem('others', texts.noOther(path))
    }
    const fields = value.kind === 'map' ? writtenFields(value.fields, 'others', undefined) : undefined
    return mockOf(path, fields, place)
  })
}

function queryOf(situation: Situation, isGroup: boolean, { project, database }: Place): QueryJson {
  const root = documentsRoot(project, database)
  const where = linesOf(situation.filters, '\n').map((line) => {
    const condition = parseCondition(line)
    if (condition === undefined) throw new SituationProblem('filters', texts.noCondition(line))
    const { field, operator: op, value } = condition
    return { field: formatFieldPath(field), op, value: encodeValue(value, root) }
  })
  const orderBy = linesOf(situation.orderBy, ',').map((text) => {
    const ordering = parseOrdering(text)
    if (ordering === undefined) throw new SituationProblem('orderBy', texts.noOrder(text))
    return {
      field: formatFieldPath(ordering.field),
      direction: ordering.isDescending ? ('desc' as const) : ('asc' as const),
    }
  })
  const limit = situation.limit.trim()
  if (limit !== '' && !/^[1-9]\d{0,8}$/.test(limit)) throw new SituationProblem('limit', texts.noLimit)
  return {
    ...(where.length > 0 && { where }),
    ...(orderBy.length > 0 && { orderBy }),
    ...(limit !== '' && { limit: Number(limit) }),
    ...(isGroup && { allDescendants: true }),
  }
}

function linesOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function wireFields(fields: TypedFields, { project, database }: DatabaseOfPlace): object {
  return encodeFields(fields, documentsRoot(project, database))
}

function jsonObject(field: keyof Situation, text: string): JsonObject {
  if (text.trim() === '') return {}
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as JsonObject
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
  }
  throw new SituationProblem(field, texts.noJson)
}
