import { z } from 'zod'
import type { IndexDeclarations } from '../../documents/indexes/declare-indexes.ts'
import { decodeFieldIndexes, fieldIndexDeclaration, parseOverridden } from './field-override.ts'
import { decodeIndex, indexDeclaration, isVectorIndex } from './index-declaration.ts'

/** `firestore.indexes.json`, as the vendor's command line writes it. */
export const indexFile = z.object({
  indexes: z.array(indexDeclaration.extend({ collectionGroup: z.string() })).default([]),
  fieldOverrides: z
    .array(
      z.object({
        collectionGroup: z.string(),
        fieldPath: z.string(),
        ttl: z.boolean().optional(),
        indexes: z.array(fieldIndexDeclaration).optional(),
      }),
    )
    .default([]),
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
