import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import { track } from '../../../backend/telemetry.ts'
import { batchGet } from './batch-get.ts'
import { commit, creation } from '../../../documents/commit.ts'
import { goneDocuments } from './gone-documents.ts'
import { useSyncExternalStore } from 'react'

/** What a document held that was deleted here, so that it can be made again. */
export interface WholeDocument {
  readonly path: string
  readonly fields: TypedFields
}

/** So many go with one request; all of them or none. */
const batchSize = 200

/**
 * Deletes documents as they are when they are read here, and tells what they held, with exact types. A document that somebody
 * changes in between makes its batch fail with `failed-precondition`; `onDeleted` tells of each batch that is done.
 */
export async function deleteDocuments(
  database: ProjectDatabase,
  paths: readonly string[],
  onDeleted: (documents: readonly WholeDocument[]) => void,
): Promise<void> {
  const { root } = database
  for (let at = 0; at < paths.length; at += batchSize) {
    const found = await batchGet(database, paths.slice(at, at + batchSize))
    await commit(
      database,
      found.map(({ path, updateTime }) => ({ delete: `${root}/${path}`, currentDocument: { updateTime } })),
    )
    goneDocuments.add(found.map(({ path }) => `${root}/${path}`))
    tellDeletions()
    track({ name: 'document_write', operation: 'delete' })
    onDeleted(found.map(({ path, fields }) => ({ path, fields: decodeFields(fields, root) })))
  }
}

/** Makes deleted documents again; `already-exists` where somebody was quicker. */
export async function restoreDocuments(database: ProjectDatabase, documents: readonly WholeDocument[]): Promise<void> {
  for (let at = 0; at < documents.length; at += batchSize) {
    const batch = documents.slice(at, at + batchSize)
    await commit(
      database,
      batch.map(({ path, fields }) => creation(database, path, fields)),
    )
    goneDocuments.remove(batch.map(({ path }) => `${database.root}/${path}`))
  }
  tellDeletions()
}

let deletions = 0
const listeners = new Set<() => void>()

/** Documents were deleted or made again, and the server has it: what is listed once and not live is asked for anew. */
export function tellDeletions(): void {
  deletions += 1
  for (const listener of listeners) listener()
}

/** A number that is another one after each `tellDeletions`. */
export function useDeletions(): number {
  return useSyncExternalStore(subscribe, () => deletions)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
