import { type Document, invalidArgument, makeDocument, validateDocumentPath, type Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { AccessScope } from '../access/gate.ts'
import type { DatabaseRef, ReadOptions } from './documents.ts'
import type { ProjectRoom } from './project-room.ts'
import { HELD_BYTES_MAX, tooMuchToHold } from './query/held-documents.ts'
import { readState } from './read-state.ts'
import { documentOf } from './stored-documents.ts'
import { lockRead } from './transactions/lock-reads.ts'

const PATHS_MAX = 10_000

export interface GotDocuments {
  readTime: Version
  documents: (Document | undefined)[]
}

/** Documents in the order asked; undefined where there is none. The gate is asked about each. */
export async function getDocuments(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  paths: readonly string[],
  options: ReadOptions | undefined,
): Promise<GotDocuments> {
  if (paths.length > PATHS_MAX) {
    throw invalidArgument('TOO_MANY_DOCUMENTS', `At most ${PATHS_MAX} documents can be read at once.`)
  }
  for (const path of paths) validateDocumentPath(path)
  const isOfNow = options?.readTime === undefined && options?.transaction === undefined
  const got =
    isOfNow && paths.length === 1 ? await getOne(room, at, paths) : await getSome(room, caller, at, paths, options)
  const scope: AccessScope | undefined = paths.length === 1 ? undefined : { found: new Map() }
  for (const [i, path] of paths.entries()) {
    const before = got.documents[i]
    const asked = room.gate.authorize(
      at.project,
      caller,
      {
        service: 'documents',
        operation: 'get',
        database: at.database,
        path,
        before,
        after: undefined,
      },
      scope,
    )
    if (asked !== undefined) await asked
  }
  return got
}

/** One document needs no snapshot. */
async function getOne(
  { store, versions }: ProjectRoom,
  at: DatabaseRef,
  paths: readonly string[],
): Promise<GotDocuments> {
  // Dated before it is read: whatever is not durable now is later than this.
  const time = versions.readTime(store.lastVersion())
  const [stored] = await store.getDocuments(paths.map((path) => ({ database: at.database, path })))
  return {
    readTime: Math.max(time, stored?.updateTime ?? 0),
    documents: [stored && documentOf(stored)],
  }
}

async function getSome(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  paths: readonly string[],
  options: ReadOptions | undefined,
): Promise<GotDocuments> {
  await lockRead(room, caller, at, options?.transaction, { kind: 'documents', paths })
  return await readState(room, caller, at, options, async ({ context, version, readTime, transaction }) => {
    const { snapshot } = context
    const keys = paths.map((path) => ({ database: at.database, path }))
    const documents: (Document | undefined)[] = []
    let bytes = 0
    for (let start = 0; start < keys.length; start += 100) {
      const some = keys.slice(start, start + 100)
      const found =
        version < snapshot.version ? await snapshot.getDocumentsAt(some, version) : await snapshot.getDocuments(some)
      for (const stored of found) {
        documents.push(stored && makeDocument(stored))
        bytes += stored?.json.length ?? 0
      }
      if (bytes > HELD_BYTES_MAX) throw tooMuchToHold()
      await context.meter.pause()
    }
    for (const [i, path] of paths.entries()) {
      transaction?.noteDocument(at.database, path, documents[i]?.updateTime)
    }
    return { readTime, documents }
  })
}
