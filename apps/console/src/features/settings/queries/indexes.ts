import * as api from '@hearth/api'
import * as z from 'zod/mini'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'

export type CompositeIndex = api.CompositeIndex
export type FieldIndex = api.FieldIndex
export type FieldOverride = api.FieldOverride
export type ExpiryPolicy = api.ExpiryPolicy
export type FieldKind = CompositeIndex['fields'][number]['kind']
export type IndexState = CompositeIndex['state']
export type DatabaseIndexes = api.DatabaseIndexes

export type NewIndex = Pick<CompositeIndex, 'collectionGroup' | 'isGroup' | 'fields'>

export async function listIndexes({ project, id }: ProjectDatabase): Promise<DatabaseIndexes> {
  return await callApi(api.listIndexes, { project: project.id, database: id }, project)
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
