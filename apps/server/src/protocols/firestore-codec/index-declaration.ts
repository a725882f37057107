import { z } from 'zod'
import { listOf } from '../../lib/list-of.ts'
import { type CompositeField, formatFieldPath, invalidArgument, isNameField, parseFieldPath } from '@hearth/model'
import type { IndexDefinition, KeptIndex } from '../../documents/indexes/composite-index-record.ts'

/** An enum of a request: its name, or its number, as `enum-encoding=int` sends it. */
export function enumText<const Names extends readonly [string, ...string[]]>(...names: Names) {
  return z.preprocess((sent) => (typeof sent === 'number' ? names[sent] : sent), z.enum(names))
}

/** An index as google.firestore.admin.v1 and `firestore.indexes.json` write it. */
export const indexDeclaration = z.object({
  queryScope: enumText('QUERY_SCOPE_UNSPECIFIED', 'COLLECTION', 'COLLECTION_GROUP').optional(),
  // One with more than it may have is told so; one with thousands is not looked at.
  fields: listOf(
    z.object({
      fieldPath: z.string(),
      order: enumText('ORDER_UNSPECIFIED', 'ASCENDING', 'DESCENDING').optional(),
      arrayConfig: enumText('ARRAY_CONFIG_UNSPECIFIED', 'CONTAINS').optional(),
      vectorConfig: z.unknown().optional(),
    }),
    1_000,
  ),
})

export type IndexDeclaration = z.infer<typeof indexDeclaration>

/** Whether it is for vector search, which needs no index here. */
export function isVectorIndex({ fields }: IndexDeclaration): boolean {
  return fields.some(({ vectorConfig }) => vectorConfig !== undefined)
}

/** What the documents are to keep. Throws `invalid-argument`. */
export function decodeIndex(database: string, collectionId: string, declared: IndexDeclaration): IndexDefinition {
  const fields: CompositeField[] = []
  for (const { fieldPath, order, arrayConfig } of declared.fields) {
    const path = parseFieldPath(fieldPath)
    const kind = arrayConfig === 'CONTAINS' ? 'contains' : order === 'DESCENDING' ? 'descending' : 'ascending'
    if (!isNameField(path)) {
      fields.push({ path, kind })
      continue
    }
    if ((kind === 'descending') !== (fields.at(-1)?.kind === 'descending')) {
      throw invalidArgument('INVALID_INDEX', '__name__ goes in the direction of the field before it.')
    }
  }
  return { database, collectionId, isGroup: declared.queryScope === 'COLLECTION_GROUP', fields }
}

/** google.firestore.admin.v1.Index.State; those that are being removed aren't told of. */
const indexStates = { building: 'CREATING', ready: 'READY', failed: 'NEEDS_REPAIR', removing: 'CREATING' } as const

/** google.firestore.admin.v1.Index, with a member of our own that its clients pass over: `origin`, as the record has it. */
export function encodeIndex(project: string, index: KeptIndex): object {
  const { database, collectionId, id, fields, isGroup, state, origin } = index
  const direction = fields.at(-1)?.kind === 'descending' ? 'DESCENDING' : 'ASCENDING'
  return {
    name: `projects/${project}/databases/${database}/collectionGroups/${collectionId}/indexes/${id}`,
    queryScope: isGroup ? 'COLLECTION_GROUP' : 'COLLECTION',
    fields: [
      ...fields.map(({ path, kind }) => ({
        fieldPath: formatFieldPath(path),
        ...(kind === 'contains' ? { arrayConfig: 'CONTAINS' } : { order: kind.toUpperCase() }),
      })),
      { fieldPath: '__name__', order: direction },
    ],
    state: indexStates[state],
    origin,
  }
}
