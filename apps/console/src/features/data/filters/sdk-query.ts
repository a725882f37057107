import {
  collection,
  doc,
  documentId,
  FieldPath,
  type Firestore,
  orderBy,
  type Query,
  query,
  where,
} from 'firebase/firestore'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { toSdk } from '../../../documents/values/sdk-value.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import type { CollectionQuery } from './collection-query.ts'

/** The SDK's query without a limit, or why the SDK refuses to send it. */
export function sdkQuery(
  firestore: Firestore,
  path: string,
  { conditions, orderings }: CollectionQuery,
): { readonly query: Query } | { readonly problem: string } {
  try {
    return {
      query: query(
        collection(firestore, path),
        ...conditions.map(({ field, operator, value }) =>
          where(sdkField(field), operator, isName(field) ? nameOf(firestore, path, value) : toSdk(firestore, value)),
        ),
        ...orderings.map(({ field, isDescending }) => orderBy(sdkField(field), isDescending ? 'desc' : 'asc')),
      ),
    }
  } catch (thrown) {
    // The SDK looks at a query before it sends it, and says what is wrong by throwing.
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return { problem: queryTexts.refused(message.replace(/^(?:Invalid query\. |Function \w+\(\) called with )/, '')) }
  }
}

function sdkField(field: readonly string[]): FieldPath {
  return isName(field) ? documentId() : new FieldPath(...field)
}

function isName(field: readonly string[]): boolean {
  return field.length === 1 && field[0] === '__name__'
}

/** Ids of this collection may be written as texts. */
function nameOf(firestore: Firestore, path: string, value: TypedValue): unknown {
  if (value.kind === 'array') return value.values.map((one) => nameOf(firestore, path, one))
  return value.kind === 'string' ? doc(firestore, path, value.value) : toSdk(firestore, value)
}
