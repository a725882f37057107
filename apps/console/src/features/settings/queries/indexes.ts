import * as z from 'zod/mini'
import type { ProjectDatabase } from '../../../databases/project-database.ts'

const fieldKind = z.enum(['ascending', 'descending', 'contains'])
const indexState = z.enum(['building', 'ready', 'failed'])
const index = z.object({
  id: z.string(),
  collectionGroup: z.string(),
  /** Of all collections with this id, not of those at the root alone. */
  isGroup: z.boolean(),
  fields: z.array(z.object({ fieldPath: z.string(), kind: fieldKind })),
  state: indexState,
  /** `automatic`: built because queries missed it. */
  origin: z.enum(['automatic', 'declared']),
  /** When the state began; RFC 3339. */
  since: z.string(),
  /** Null for more than 100,000. */
  entries: z.nullable(z.number()),
})
const fieldIndex = z.object({
  queryScope: z.enum(['COLLECTION', 'COLLECTION_GROUP']),
  order: z.optional(z.enum(['ASCENDING', 'DESCENDING'])),
  arrayConfig: z.optional(z.literal('CONTAINS')),
})
const override = z.object({
  collectionGroup: z.string(),
  /** `*` for all fields of the collection group. */
  fieldPath: z.string(),
  /** What is left of the field's indexes. */
  indexes: z.array(fieldIndex),
  state: indexState,
})
const policy = z.object({ collectionGroup: z.string(), fieldPath: z.string(), since: z.string() })
const databaseIndexes = z.object({ indexes: z.array(index), overrides: z.array(override), expiry: z.array(policy) })

export type FieldKind = z.infer<typeof fieldKind>
export type IndexState = z.infer<typeof indexState>
export type CompositeIndex = z.infer<typeof index>
export type FieldIndex = z.infer<typeof fieldIndex>
export type FieldOverride = z.infer<typeof override>
export type ExpiryPolicy = z.infer<typeof policy>
/** How a database is indexed, and what expires in it. */
export type DatabaseIndexes = z.infer<typeof databaseIndexes>

export type NewIndex = Pick<CompositeIndex, 'collectionGroup' | 'isGroup' | 'fields'>

export async function listIndexes(database: ProjectDatabase): Promise<DatabaseIndexes> {
  const { project, id } = database
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/databases/${encodeURIComponent(id)}/indexes`
  return await project.call({ path, answer: databaseIndexes })
}

/** Is built in the background. Throws `already-exists`, and `invalid-argument` for fields that make no index. */
export async function createIndex(
  database: ProjectDatabase,
  { collectionGroup, isGroup, fields }: NewIndex,
): Promise<void> {
  await database.project.call({
    method: 'POST',
    path: `${groupPath(database, collectionGroup)}/indexes`,
    body: {
      queryScope: isGroup ? 'COLLECTION_GROUP' : 'COLLECTION',
      fields: fields.map(({ fieldPath, kind }) => ({
        fieldPath,
        ...(kind === 'contains' ? { arrayConfig: 'CONTAINS' } : { order: kind.toUpperCase() }),
      })),
    },
    answer: z.unknown(),
  })
}

/** No query reads it from now on. */
export async function removeIndex(database: ProjectDatabase, { collectionGroup, id }: CompositeIndex): Promise<void> {
  const path = `${groupPath(database, collectionGroup)}/indexes/${encodeURIComponent(id)}`
  await database.project.call({ method: 'DELETE', path, answer: z.unknown() })
}

/** Keeps these indexes of a field and no others; as by default for `undefined`. Keys follow in the background. */
export async function setOverride(
  database: ProjectDatabase,
  { collectionGroup, fieldPath }: Pick<FieldOverride, 'collectionGroup' | 'fieldPath'>,
  indexes: readonly FieldIndex[] | undefined,
): Promise<void> {
  const kept = indexes?.map(({ queryScope, ...kind }) => ({ queryScope, fields: [{ fieldPath, ...kind }] }))
  await database.project.call({
    method: 'PATCH',
    path: `${fieldPathOf(database, collectionGroup, fieldPath)}?updateMask=indexConfig`,
    body: kept === undefined ? {} : { indexConfig: { indexes: kept } },
    answer: z.unknown(),
  })
}

/**
 * Documents of the collection group go some time after the time in this field. Throws `failed-precondition` when another field is
 * named already.
 */
export async function setExpiry(database: ProjectDatabase, collectionGroup: string, fieldPath: string): Promise<void> {
  await patchExpiry(database, collectionGroup, fieldPath, { ttlConfig: {} })
}

export async function removeExpiry(
  database: ProjectDatabase,
  { collectionGroup, fieldPath }: ExpiryPolicy,
): Promise<void> {
  await patchExpiry(database, collectionGroup, fieldPath, {})
}

async function patchExpiry(database: ProjectDatabase, collectionGroup: string, fieldPath: string, body: object) {
  const path = `${fieldPathOf(database, collectionGroup, fieldPath)}?updateMask=ttlConfig`
  await database.project.call({ method: 'PATCH', path, body, answer: z.unknown() })
}

function fieldPathOf(database: ProjectDatabase, collectionGroup: string, fieldPath: string): string {
  return `${groupPath(database, collectionGroup)}/fields/${encodeURIComponent(fieldPath)}`
}

function groupPath(database: ProjectDatabase, collectionGroup: string): string {
  const { project, id } = database
  const url = `/v1/projects/${encodeURIComponent(project.id)}/databases/${encodeURIComponent(id)}`
  return `${url}/collectionGroups/${encodeURIComponent(collectionGroup)}`
}
