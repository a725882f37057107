import { makeDocument, StatusError, validateDocumentPath, type Version } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { commit } from '../commit.ts'
import type { CommitResult, DatabaseRef } from '../documents.ts'
import type { DocumentKey, StoredDocument } from '../../persistence/persistence.ts'
import type { ProjectContext } from '../project-context.ts'
import { pastVersions } from './history.ts'

export interface EarlierVersion {
  readonly version: Version
  /** Only where there is no document by now; else it throws `already-exists`. */
  readonly isForAbsent: boolean
}

/**
 * A new version that says what an earlier one said. Throws `not-found`/`VERSION_NOT_FOUND` when there was no document at
 * that time or nobody knows any more, and what a write throws.
 */
export async function restoreVersion(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  path: string,
  { version, isForAbsent }: EarlierVersion,
): Promise<CommitResult> {
  validateDocumentPath(path)
  const { createdAt } = await context.databases.get(at.database)
  const stored = version < createdAt ? undefined : await find(context, at, path, version)
  if (stored === undefined) {
    const text = 'The document did not exist at that time, or its history does not reach back so far.'
    throw new StatusError('not-found', 'VERSION_NOT_FOUND', text)
  }
  const { fields } = makeDocument(stored)
  const precondition = isForAbsent ? ({ kind: 'exists', exists: false } as const) : ({ kind: 'none' } as const)
  return await commit(context, caller, at, [{ kind: 'set', path, fields, transforms: [], precondition }], undefined)
}

async function find(
  context: ProjectContext,
  { database }: DatabaseRef,
  path: string,
  version: Version,
): Promise<StoredDocument | undefined> {
  try {
    const [stored] = await context.store.read((snapshot) => snapshot.getDocumentsAt([{ database, path }], version))
    return stored
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'VERSION_COLLECTED') throw error
    return await findListed(context, { database, path }, version)
  }
}

/** Of a time that can't be read any more, such as one before a restore from a backup: what the history of the document still has of it. */
async function findListed(
  context: ProjectContext,
  key: DocumentKey,
  version: Version,
): Promise<StoredDocument | undefined> {
  return await context.store.read(async (snapshot) => {
    for await (const past of pastVersions(snapshot, key, undefined)) {
      if (past.version <= version) return past.document
    }
    return undefined
  })
}
