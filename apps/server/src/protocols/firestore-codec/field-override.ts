import { z } from 'zod'
import { type FieldIndexes, type FieldPath, formatFieldPath, parseFieldPath, type ScopedIndexes } from '@hearth/model'
import { enumText } from './index-declaration.ts'

/** An index of a single field as `firestore.indexes.json` writes it, without the field. */
export const fieldIndexDeclaration = z.object({
  queryScope: enumText('QUERY_SCOPE_UNSPECIFIED', 'COLLECTION', 'COLLECTION_GROUP').optional(),
  order: enumText('ORDER_UNSPECIFIED', 'ASCENDING', 'DESCENDING').optional(),
  arrayConfig: enumText('ARRAY_CONFIG_UNSPECIFIED', 'CONTAINS').optional(),
})

export type FieldIndexDeclaration = z.infer<typeof fieldIndexDeclaration>

/** The text of an overridden field: `*` for all of a collection group, which is the empty path. Throws `invalid-argument`. */
export function parseOverridden(text: string): FieldPath {
  return text === '*' ? [] : parseFieldPath(text)
}

export function formatOverridden(path: FieldPath): string {
  return path.length === 0 ? '*' : formatFieldPath(path)
}

/** Everything that is not listed is not indexed. */
export function decodeFieldIndexes(list: readonly FieldIndexDeclaration[]): ScopedIndexes {
  const ofScope = (isGroup: boolean): FieldIndexes => {
    const own = list.filter(({ queryScope }) => (queryScope === 'COLLECTION_GROUP') === isGroup)
    return {
      ascending: own.some(({ order }) => order === 'ASCENDING'),
      descending: own.some(({ order }) => order === 'DESCENDING'),
      contains: own.some(({ arrayConfig }) => arrayConfig === 'CONTAINS'),
    }
  }
  return { collection: ofScope(false), group: ofScope(true) }
}

/** As `FieldIndexDeclaration`s that leave nothing open. */
export function encodeFieldIndexes({ collection, group }: ScopedIndexes) {
  return [...encodeScope('COLLECTION', collection), ...encodeScope('COLLECTION_GROUP', group)]
}

function encodeScope(queryScope: 'COLLECTION' | 'COLLECTION_GROUP', { ascending, descending, contains }: FieldIndexes) {
  return [
    ...(ascending ? [{ queryScope, order: 'ASCENDING' as const }] : []),
    ...(descending ? [{ queryScope, order: 'DESCENDING' as const }] : []),
    ...(contains ? [{ queryScope, arrayConfig: 'CONTAINS' as const }] : []),
  ]
}
