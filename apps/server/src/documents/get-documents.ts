import { type Document, invalidArgument, makeDocument, validateDocumentPath, type Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { AccessScope } from '../access/gate.ts'
import { refusal } from '../access/permission-denied.ts'
import { type Soon, whenReady } from '../lib/soon.ts'
import { Turn } from '../lib/turn.ts'
import type { DatabaseRef, ReadOptions } from './documents.ts'
import { requirePresentDocuments } from './past-reads.ts'
import type { HeldMemory } from './held-memory.ts'
import type { ProjectContext } from './project-context.ts'
import { HELD_BYTES_MAX, tooMuchToHold } from './query/held-documents.ts'
import { readState } from './read-state.ts'
import { documentOf } from './stored-documents.ts'
import { lockRead } from './transactions/lock-reads.ts'
import type { ReadWriteTransaction } from './transactions/transaction.ts'

/** All of them may be of the largest size. */
const READ_AT_ONCE = 16
/** Documents of one read. */
export const PATHS_MAX = 10_000

export interface GotDocuments {
  readTime: Version
  documents: (Document | undefined)[]
}

/** Documents in the order asked; undefined where there is none. The gate is asked about each. */
export function getDocuments(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  paths: readonly string[],
  options: ReadOptions | undefined,
): Soon<GotDocuments> {
  const [only] = paths
  const isOfNow = options?.readTime === undefined && options?.transaction === undefined
  return isOfNow && only !== undefined && paths.length === 1
    ? getOne(context, caller, at, only, options?.memory)
    : getSome(context, caller, at, paths, options)
}

/** One document needs no snapshot. Not `async`, so that a refusal is handed on and not thrown on its way. */
function getOne(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  path: string,
  memory: HeldMemory | undefined,
): Soon<GotDocuments> {
  const { store, times } = context
  try {
    validateDocumentPath(path)
    const dated = times.refresh()
    if (dated !== undefined) return dated.then(() => getOne(context, caller, at, path, memory))
    // Dated before it is read: whatever is not durable now is later than this.
    const time = store.readTime()
    const key = { database: at.database, path }
    const present = store.present?.()
    const found = present === undefined ? store.getDocuments([key]).then(([one]) => one) : present.getDocument(key)
    return whenReady(found, (stored) => {
      const document = stored && documentOf(stored)
      const readAt = Math.max(time, stored?.updateTime ?? 0)
      const got = { readTime: readAt, documents: [document] }
      const scope = { found: new Map(), readAt, memory }
      const asked = authorize(context, caller, at, path, document, scope)
      // A refusal that is ready is handed on as it is: what is derived of it would be rejected before anybody listens.
      return asked === undefined ? got : asked === refusal ? refusal : asked.then(() => got)
    })
  } catch (error) {
    return Promise.reject(error)
  }
}

async function getSome(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  paths: readonly string[],
  options: ReadOptions | undefined,
): Promise<GotDocuments> {
  if (paths.length > PATHS_MAX) throw tooManyDocuments()
  for (const path of paths) validateDocumentPath(path)
  const { isOfPast, transaction, ...got } = await readSome(context, caller, at, paths, options)
  const scope: AccessScope = { found: new Map(), readAt: got.readTime, memory: options?.memory }
  const turn = new Turn()
  for (const [i, path] of paths.entries()) {
    const asked = authorize(context, caller, at, path, got.documents[i], scope)
    if (asked !== undefined) await asked
    // The rules may have looked at them.
    got.documents[i]?.forgetFields()
    if (turn.isOver) await turn.next()
  }
  // Nothing is kept of what was refused.
  for (const [i, path] of paths.entries()) transaction?.noteDocument(at.database, path, got.documents[i]?.updateTime)
  if (isOfPast) {
    const past = new Map(paths.map((path, i) => [path, got.documents[i]]))
    await requirePresentDocuments(context, caller, at, past)
  }
  return got
}

export function tooManyDocuments(): Error {
  return invalidArgument('TOO_MANY_DOCUMENTS', `At most ${PATHS_MAX} documents can be read at once.`)
}

function authorize(
  { gate }: ProjectContext,
  caller: Caller,
  { project, database }: DatabaseRef,
  path: string,
  before: Document | undefined,
  scope: AccessScope,
): Promise<void> | undefined {
  const request = { service: 'documents', operation: 'get', database, path, before, after: undefined } as const
  return gate.authorize(project, caller, request, scope)
}

async function readSome(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  paths: readonly string[],
  options: ReadOptions | undefined,
): Promise<GotDocuments & { readonly isOfPast: boolean; readonly transaction: ReadWriteTransaction | undefined }> {
  await lockRead(context, caller, at, options?.transaction, { kind: 'documents', paths: new Set(paths) })
  return await readState(context, caller, at, options, async ({ view, version, readTime, isOfPast, transaction }) => {
    const { snapshot } = view
    const keys = paths.map((path) => ({ database: at.database, path }))
    const documents: (Document | undefined)[] = []
    let bytes = 0
    for (let start = 0; start < keys.length; start += READ_AT_ONCE) {
      const some = keys.slice(start, start + READ_AT_ONCE)
      const found =
        version < snapshot.version ? await snapshot.getDocumentsAt(some, version) : await snapshot.getDocuments(some)
      for (const stored of found) {
        const size = stored?.json.length ?? 0
        options?.memory?.take(size)
        documents.push(stored && makeDocument(stored))
        bytes += size
      }
      if (bytes > HELD_BYTES_MAX) throw tooMuchToHold()
      await view.meter.pause()
    }
    return { readTime, documents, isOfPast, transaction }
  })
}
