import type {
  FunctionMock,
  JsonObject,
  QueryJson,
  ResourceJson,
  RulesTestCase,
  DecidingExpression,
} from '@hearth/rules'
import { formatCondition, formatOrdering } from '../../../documents/condition.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import { parseFieldPath } from '../../../documents/values/written-field-path.ts'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import { decodeFields, documentsRoot } from '../../../documents/values/wire-value.ts'
import { type DatabaseOfPlace, firstSituation, type Situation } from '../../../shared/rules/simulator/situation.ts'
import { databasePrefix } from '../../../shared/rules/simulator/test-case.ts'
import { simulatorTexts as texts } from '../../../texts/en/simulator.ts'
import { areaOf } from '../../../shared/rules/rules-area.ts'

/** What an expression says that reads something of nothing. */
const readsNothing = 'error: Null value error.'
/** What a look-up says that finds nothing; a long path is cut. */
const findsNothing = /^error: Service call error\. Function: \[[\w.]*get\w*\], Argument: \[(.+?)(?:\]\.)?$/
const root = /^\/(?:databases\/[^/]+\/documents|b\/[^/]+\/o)\//

/**
 * What a test case asks, as it would be typed into the simulator. Undefined for a case that says more than the simulator has fields for:
 * another database, alternatives in a query, mocks for any path.
 */
export function situationOf(
  { request, resource, functionMocks = [] }: RulesTestCase,
  place: DatabaseOfPlace,
): Situation | undefined {
  const root = documentsRoot(place.project, place.database)
  const prefix = databasePrefix(place)
  const path = pathOf(request.path, request.query, prefix)
  const query = queryOf(request.query ?? {}, root)
  const others = othersOf(functionMocks, root, prefix)
  const { auth } = request
  const uid = auth?.['uid']
  if (path === undefined || query === undefined || others === undefined) return undefined
  if (auth !== undefined && auth !== null && typeof uid !== 'string') return undefined
  return {
    ...firstSituation,
    ...query,
    method: request.method,
    path,
    uid: typeof uid === 'string' ? uid : undefined,
    claims: claimsOf(auth),
    before: resourceText(resource, root),
    after: resourceText(request.resource, root),
    time: request.time ?? '',
    others,
  }
}

function pathOf(path: string, query: QueryJson | undefined, prefix: string): string | undefined {
  const inBucket = /^\/b\/[^/]+\/o\/(.*)$/s.exec(path)?.[1]
  if (inBucket !== undefined) return inBucket
  if (!path.startsWith(prefix)) return undefined
  const inDatabase = path.slice(prefix.length)
  return query?.allDescendants === true ? `**/${inDatabase}` : inDatabase
}

function claimsOf(auth: JsonObject | null | undefined): string {
  const token = auth?.['token']
  if (typeof token !== 'object' || token === null) return firstSituation.claims
  const { sub, user_id, ...claims } = token as JsonObject
  void [sub, user_id]
  return JSON.stringify(claims, null, 2)
}

function resourceText(resource: ResourceJson | null | undefined, root: string): string {
  if (resource === undefined || resource === null) return ''
  const { fields, data } = resource
  if (fields !== undefined) return formatDocument(decodeFields(fields, root))
  return JSON.stringify(data ?? resource, null, 2)
}

function queryOf(
  { where = [], orderBy = [], limit, offset }: QueryJson,
  root: string,
): Pick<Situation, 'filters' | 'orderBy' | 'limit'> | undefined {
  if (offset !== undefined) return undefined
  const filters = where.map((filter) => {
    if ('and' in filter || 'or' in filter) return undefined
    const field = parseFieldPath(filter.field)
    const value = valueOf(filter.value, root)
    return field && value && formatCondition({ field, operator: filter.op, value })
  })
  const orders = orderBy.map(({ field, direction }) => {
    const path = parseFieldPath(field)
    return path && formatOrdering({ field: path, isDescending: direction === 'desc' })
  })
  if ([...filters, ...orders].includes(undefined)) return undefined
  return { filters: filters.join('\n'), orderBy: orders.join(', '), limit: limit === undefined ? '' : String(limit) }
}

function valueOf(wire: unknown, root: string): TypedValue | undefined {
  return decodeFields({ value: wire }, root).get('value')
}

function othersOf(mocks: readonly FunctionMock[], root: string, prefix: string): string | undefined {
  const others = new Map<string, TypedValue>()
  for (const { args, result } of mocks) {
    const path = args[0]?.exactValue
    if (typeof path !== 'string' || !path.startsWith(prefix)) return undefined
    const fields = fieldsOf(result, root)
    if (fields === 'unclear') return undefined
    others.set(path.slice(prefix.length), fields === undefined ? { kind: 'null' } : { kind: 'map', fields })
  }
  return others.size === 0 ? '' : formatDocument(others)
}

function fieldsOf(
  { value, undefined: missing }: FunctionMock['result'],
  root: string,
): TypedFields | undefined | 'unclear' {
  if (missing !== undefined || value === false || value === null) return undefined
  if (typeof value !== 'object') return 'unclear'
  const { fields } = value as ResourceJson
  return fields === undefined ? 'unclear' : decodeFields(fields, root)
}

/**
 * What is not there, where a condition failed because it reads something of it, in plain words; undefined where a denial has another reason.
 *
 * @param line the one with the expression
 */
export function whatIsMissing(
  { expression, value, parts }: DecidingExpression,
  line: number,
  test: RulesTestCase,
): string | undefined {
  const lookedUp = findsNothing.exec(value)?.[1]
  if (lookedUp !== undefined) return texts.nothingFound(lookedUp.replace(root, ''), line)
  if (value !== readsNothing) return undefined
  const { request } = test
  const area = areaOf(test)
  const path = request.path.replace(root, '')
  switch (parts.find((part) => part.value === 'null')?.expression) {
    case 'resource':
      return request.method === 'create'
        ? texts.nothingBefore[area](path, line, expression)
        : texts.nothingThere[area](path, line, expression)
    case 'request.resource':
      return texts.nothingAfter[area](path, line, expression)
    case 'request.auth':
      return texts.nobodyThere(line, expression)
    default:
      return undefined
  }
}
