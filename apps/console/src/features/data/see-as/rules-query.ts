import type { QueryJson } from '@hearth/rules'
import { formatFieldPath } from '@hearth/model/field-path'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { encodeValue } from '../../../documents/values/wire-value.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'

/** The query of a table as rules are asked about it. */
export function rulesQuery(
  { root }: Pick<ProjectDatabase, 'root'>,
  collection: string,
  { conditions, orderings, limit }: CollectionQuery,
): QueryJson {
  return {
    where: conditions.map(({ field, operator, value }) => ({
      field: formatFieldPath(field),
      op: operator,
      value: encodeValue(field.length === 1 && field[0] === '__name__' ? nameOf(collection, value) : value, root),
    })),
    orderBy: orderings.map(({ field, isDescending }) => ({
      field: formatFieldPath(field),
      direction: isDescending ? ('desc' as const) : ('asc' as const),
    })),
    ...(limit !== undefined && { limit }),
  }
}

/** Ids of this collection may be written as texts. */
function nameOf(collection: string, value: TypedValue): TypedValue {
  if (value.kind === 'array') return { ...value, values: value.values.map((one) => nameOf(collection, one)) }
  return value.kind === 'string' ? { kind: 'reference', path: `${collection}/${value.value}` } : value
}
