import { type FieldOperator, fieldOperatorNames } from '@hearth/model/query'
import type { Condition } from '../../../documents/condition.ts'
import { formatFieldPath } from '@hearth/model/field-path'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { encodeValue, type WireValue } from '../../../documents/values/wire-value.ts'
import type { CollectionQuery } from './collection-query.ts'

/** A `StructuredQuery` of the REST protocol (https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery). */
export interface WireQuery {
  readonly from: readonly { readonly collectionId?: string; readonly allDescendants?: boolean }[]
  readonly where?: unknown
  readonly select?: { readonly fields: readonly { readonly fieldPath: string }[] }
  /** Ends with the name, so that it is the order of one document after the other. */
  readonly orderBy: readonly WireOrder[]
}

export interface WireOrder {
  readonly field: { readonly fieldPath: string }
  readonly direction: 'ASCENDING' | 'DESCENDING'
}

const inequalities: readonly FieldOperator[] = ['!=', '<', '<=', '>', '>=', 'not-in']
const nameField = '__name__'
/** Sorts before every other id, and finds those that come first of all. */
const lowestId = '__id-9223372036854775808__'

/**
 * What is asked of a collection, with the exact types of its values and its whole order.
 *
 * @param root see `documentsRoot`
 */
export function wireQuery(root: string, collection: string, query: CollectionQuery): WireQuery {
  const filters = query.conditions.map((condition) => filterOf(condition, collection, root))
  return {
    from: [{ collectionId: collection.slice(collection.lastIndexOf('/') + 1) }],
    ...(filters.length > 0 && { where: { compositeFilter: { op: 'AND', filters } } }),
    orderBy: wholeOrder(query),
  }
}

/** The documents of a collection, or one document, with all below, or of the whole database for ''; in the order of names `ada`, `ada/orders/1`, `ada\0`. */
export function wireQueryBelow(root: string, path: string): WireQuery {
  const all: WireQuery = {
    from: [{ allDescendants: true }],
    orderBy: [{ field: { fieldPath: nameField }, direction: 'ASCENDING' }],
  }
  if (path === '') return all
  const bound = (op: string, name: string) => ({
    fieldFilter: {
      field: { fieldPath: nameField },
      op,
      value: { referenceValue: `${root}/${name}` },
    },
  })
  const firstOf = (first: string): string => (path.split('/').length % 2 === 0 ? first : `${first}/${lowestId}`)
  const filters = [bound('GREATER_THAN_OR_EQUAL', firstOf(path)), bound('LESS_THAN', firstOf(`${path}\0`))]
  return { ...all, where: { compositeFilter: { op: 'AND', filters } } }
}

/** The order that is asked for, then the fields of inequalities, then the name, as the database has it when less is said. */
function wholeOrder({ conditions, orderings }: CollectionQuery): readonly WireOrder[] {
  const asked = orderings.map(({ field, isDescending }) => ({
    fieldPath: formatFieldPath(field),
    direction: isDescending ? ('DESCENDING' as const) : ('ASCENDING' as const),
  }))
  const direction = asked.at(-1)?.direction ?? 'ASCENDING'
  const implied = conditions
    .filter(({ operator }) => inequalities.includes(operator))
    .map(({ field }) => formatFieldPath(field))
    .toSorted()
  const named = new Set(asked.map(({ fieldPath }) => fieldPath))
  const rest = [...new Set([...implied.filter((path) => path !== nameField), nameField])]
    .filter((path) => !named.has(path))
    .map((fieldPath) => ({ fieldPath, direction }))
  return [...asked, ...rest].map(({ fieldPath, direction: way }) => ({ field: { fieldPath }, direction: way }))
}

function filterOf({ field, operator, value }: Condition, collection: string, root: string): unknown {
  const fieldPath = formatFieldPath(field)
  const isEqual = operator === '==' || operator === '!='
  const unary =
    isEqual && value.kind === 'null'
      ? 'NULL'
      : isEqual && value.kind === 'double' && Number.isNaN(value.value)
        ? 'NAN'
        : undefined
  if (unary !== undefined) {
    return { unaryFilter: { field: { fieldPath }, op: operator === '==' ? `IS_${unary}` : `IS_NOT_${unary}` } }
  }
  const compared = fieldPath === nameField ? nameOf(value, collection, root) : encodeValue(value, root)
  return { fieldFilter: { field: { fieldPath }, op: fieldOperatorNames[operator], value: compared } }
}

/** Ids of this collection may be written as texts. */
function nameOf(value: TypedValue, collection: string, root: string): WireValue {
  if (value.kind === 'array') {
    return { arrayValue: { values: value.values.map((one) => nameOf(one, collection, root)) } }
  }
  return value.kind === 'string' ? { referenceValue: `${root}/${collection}/${value.value}` } : encodeValue(value, root)
}
