import { makeDocument, StatusError, validateDocumentPath, type Version } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { commit } from '../commit.ts'
import type { CommitResult, DatabaseRef } from '../documents.ts'
import type { ProjectRoom } from '../project-room.ts'

/**
 * A new version that says what an earlier one said. Throws `not-found`/`VERSION_NOT_FOUND` when there was no document at
 * that time or nobody knows any more, and what a write throws.
 */
export async function restoreVersion(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  path: string,
  version: Version,
): Promise<CommitResult> {
  validateDocumentPath(path)
  const { createdAt } = await room.databases.get(at.database)
  const stored = version < createdAt ? undefined : await find(room, at, path, version)
  if (stored === undefined) {
    const text = 'The document did not exist at that time, or its history does not reach back so far.'
    throw new StatusError('not-found', 'VERSION_NOT_FOUND', text)
  }
  const { fields } = makeDocument(stored)
  const precondition = { kind: 'none' } as const
  return await commit(room, caller, at, [{ kind: 'set', path, fields, transforms: [], precondition }], undefined)
}

async function find(room: ProjectRoom, { database }: DatabaseRef, path: string, version: Version) {
  try {
    const [stored] = await room.store.read((snapshot) => snapshot.getDocumentsAt([{ database, path }], version))
    return stored
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'VERSION_COLLECTED') return undefined
    throw error
  }
}
