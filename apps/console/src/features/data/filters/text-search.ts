import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { isId } from '../../../documents/data-path.ts'
import { fromSdk } from '../../../documents/values/sdk-value.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { formatLine } from '../../../documents/values/value-text.ts'
import type { CollectionQuery } from './collection-query.ts'

/** Whether a document holds a text in its id or in any value, whatever the letters' size. */
export function holdsText(document: QueryDocumentSnapshot, text: string): boolean {
  const sought = text.toLowerCase()
  return document.id.toLowerCase().includes(sought) || holds(fromSdk(document.data()), sought)
}

function holds(value: TypedValue, sought: string): boolean {
  switch (value.kind) {
    case 'map':
      return [...value.fields.values()].some((inner) => holds(inner, sought))
    case 'array':
    case 'array-add':
    case 'array-remove':
      return value.values.some((inner) => holds(inner, sought))
    case 'bytes':
    case 'vector':
      return false
    default:
      return formatLine(value).toLowerCase().includes(sought)
  }
}

/** Other operators don't go together with a stretch of ids. */
const withIds: readonly string[] = ['==', 'array-contains']

/** What a query finds whose ids begin with a text; undefined where the server can't be asked so. */
export function queryOfIds(query: CollectionQuery, beginning: string): CollectionQuery | undefined {
  if (!isId(beginning) || !query.conditions.every(({ operator }) => withIds.includes(operator))) return undefined
  return beginningWith(query, ['__name__'], beginning)
}

/** More fields than this are not asked for. */
const textFieldsMax = 4

/**
 * What a collection has whose texts begin with this one, as it is written or with a capital: a query for each field, since an index tells small
 * letters from large ones. None where something else is asked as well, for which there may be no index.
 */
export function queriesOfTexts(
  query: CollectionQuery,
  fields: readonly (readonly string[])[],
  beginning: string,
): readonly CollectionQuery[] {
  if (query.conditions.length > 0) return []
  const [first = '', ...rest] = beginning
  const written = new Set([beginning, first.toLocaleUpperCase() + rest.join('')])
  return fields
    .slice(0, textFieldsMax)
    .flatMap((field) => [...written].map((text) => beginningWith(query, field, text)))
}

/** Texts and ids are ordered by their bytes: all that begin alike lie before the last character behind the beginning. */
function beginningWith(query: CollectionQuery, field: readonly string[], beginning: string): CollectionQuery {
  const bound = (operator: '>=' | '<=', value: string) =>
    ({ field, operator, value: { kind: 'string', value } }) as const
  return {
    conditions: [...query.conditions, bound('>=', beginning), bound('<=', `${beginning}\u{10ffff}`)],
    orderings: [],
    limit: undefined,
  }
}
