import { z } from 'zod'
import { listOf } from '../../lib/list-of.ts'
import {
  type CompositeField,
  formatFieldPath,
  invalidArgument,
  isNameField,
  parseFieldPath,
  type FieldIndexes,
  type FieldPath,
  type ScopedIndexes,
} from '@hearth/model'
import type { IndexDefinition, KeptIndex } from '../../documents/indexes/composite-index-record.ts'
import type { IndexDeclarations } from '../../documents/indexes/declare-indexes.ts'

/** More than a project may have of either. */
const LISTED_MAX = 10_000

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

/** An index of a single field as `firestore.indexes.json` writes it, without the field. */
export const fieldIndexDeclaration = z.object({
  queryScope: enumText('QUERY_SCOPE_UNSPECIFIED', 'COLLECTION', 'COLLECTION_GROUP').optional(),
  order: enumText('ORDER_UNSPECIFIED', 'ASCENDING', 'DESCENDING').optional(),
  arrayConfig: enumText('ARRAY_CONFIG_UNSPECIFIED', 'CONTAINS').optional(),
})

type FieldIndexDeclaration = z.infer<typeof fieldIndexDeclaration>

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
