import { z } from 'zod'
import { listOf } from '../../lib/list-of.ts'
import type { IndexDeclarations } from '../../documents/indexes/declare-indexes.ts'
import { decodeFieldIndexes, fieldIndexDeclaration, parseOverridden } from './field-override.ts'
import { decodeIndex, indexDeclaration, isVectorIndex } from './index-declaration.ts'

/** More than a project may have of either. */
const LISTED_MAX = 10_000

/** `firestore.indexes.json`, as the vendor's command line writes it. */
export const indexFile = z.object({
  indexes: listOf(indexDeclaration.extend({ collectionGroup: z.string() }), LISTED_MAX).default([]),
  fieldOverrides: listOf(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.boolean().optional(),
      indexes: listOf(fieldIndexDeclaration, 100).optional(),
    }),
    LISTED_MAX,
  ).default([]),
})

/** What a file declares for a database, and the sentences about what it leaves out. Throws `invalid-argument`. */
export function decodeIndexFile(
  database: string,
  { indexes, fieldOverrides }: z.infer<typeof indexFile>,
): { declared: IndexDeclarations; skipped: string[] } {
  const vectors = indexes.filter(isVectorIndex)
  const declared: IndexDeclarations = {
    indexes: indexes
      .filter((index) => !isVectorIndex(index))
      .map((index) => decodeIndex(database, index.collectionGroup, index)),
    overrides: fieldOverrides.flatMap(({ collectionGroup, fieldPath, indexes: list }) => {
      if (list === undefined) return []
      return [{ collectionGroup, path: parseOverridden(fieldPath), indexes: decodeFieldIndexes(list) }]
    }),
    expiry: fieldOverrides.flatMap(({ collectionGroup, fieldPath: field, ttl: isOn }) =>
      isOn === undefined ? [] : [{ collectionGroup, field, isOn }],
    ),
  }
  return { declared, skipped: vectors.map(({ collectionGroup }) => `${collectionGroup}: vector search needs no index`) }
}
