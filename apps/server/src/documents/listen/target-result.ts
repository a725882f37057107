import { type Document, isInSource, makeDocument, StatusError, type Version } from '@hearth/model'
import type { StoredDocument } from '../../persistence/persistence.ts'
import { type HeldMemory, HeldShare } from '../held-memory.ts'
import { executeQuery, project } from '../query/execute-query.ts'
import { isLarge } from '../query/large-document.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ReadContext } from '../query/read-context.ts'
import { readDocumentsAt } from '../query/read-documents.ts'
import { DOCUMENT_BYTES, heldBytes, tooMuchToHold } from '../query/held-documents.ts'
import type { ReadState } from '../read-state.ts'
import { documentOf } from '../stored-documents.ts'
import type { LoadedResult } from './feed.ts'

/** Documents that are read at once: all of them may be of the largest size. */
const PAGE = 16
/** Text of what changed that is told at once, which takes many times as much when it is encoded; beyond, the whole result is told in parts. */
const CHANGED_BYTES_MAX = 8 * 1024 * 1024

/** Everything, for a client that knows nothing, or (`isReset`) has to forget what it knows. */
export function wholeResult(
  documents: Iterable<Document>,
  { isReset, isCounted }: { isReset: boolean; isCounted: boolean },
): LoadedResult {
  const upserts = new Map<string, Document>()
  for (const document of documents) upserts.set(document.path, document)
  return { isReset, isWhole: true, upserts, leaves: new Map(), names: isCounted ? new Set(upserts.keys()) : undefined }
}

/**
 * What leads from an earlier result, which the client has, to the one of now. `left`: the present state of documents
 * that were in the result then.
 */
export function resultSince(
  earlier: ReadonlyMap<string, Document>,
  now: ReadonlyMap<string, Document>,
  left: readonly Document[],
  isCounted: boolean,
): LoadedResult {
  const upserts = new Map<string, Document>()
  for (const [path, document] of now) {
    if (earlier.get(path)?.updateTime !== document.updateTime) upserts.set(path, document)
  }
  const leaves = new Map<string, Document | undefined>()
  for (const path of earlier.keys()) if (!now.has(path)) leaves.set(path, undefined)
  for (const document of left) leaves.set(document.path, document)
  return { isReset: false, isWhole: false, upserts, leaves, names: isCounted ? new Set(now.keys()) : undefined }
}

interface Since {
  readonly since: Version
  readonly isCounted: boolean
  /** Counts what is found until it was handed over. */
  readonly memory: HeldMemory
}

/**
 * What happened to the result of a query without a limit after version `since`, from the documents that changed.
 * Undefined when too many changed, or the history does not reach back so far.
 */
export async function queryChangesSince(
  { view, version }: ReadState,
  prepared: PreparedQuery,
  { since, isCounted, memory }: Since,
): Promise<LoadedResult | undefined> {
  const { query, finds } = prepared
  const changes = await ifPastIsKnown(async () => {
    const paths = [...(await changedPaths(view, since))].filter((path) => isInSource(query, path))
    const result = new ChangedResult(memory)
    await eachThenAndNow({ view, version }, paths, since, (path, then, now) => {
      if (now?.updateTime === then?.updateTime) return
      const after = now && makeDocument(now)
      if (after !== undefined && finds(after)) result.upsert(project(after, query))
      else if (then !== undefined && finds(makeDocument(then))) result.leave(path, after && project(after, query))
    })
    return result
  })
  if (changes === undefined) return undefined
  // Of a result that has too many names the client compares nothing.
  const names = isCounted ? await ifPastIsKnown(() => namesOf({ view, version }, prepared, memory)) : undefined
  return changes.loaded(names)
}

/** The same for documents watched by name. */
export async function documentChangesSince(
  state: Pick<ReadState, 'view' | 'version'>,
  paths: readonly string[],
  { since, isCounted, memory }: Since,
): Promise<LoadedResult | undefined> {
  const changes = await ifPastIsKnown(async () => {
    const changed = await changedPaths(state.view, since)
    const result = new ChangedResult(memory)
    const relevant = paths.filter((path) => changed.has(path))
    await eachThenAndNow(state, relevant, since, (path, then, now) => {
      if (now === undefined) {
        if (then !== undefined) result.leave(path, undefined)
      } else if (now.updateTime !== then?.updateTime) {
        result.upsert(makeDocument(now))
      }
    })
    return result
  })
  if (changes === undefined || !isCounted) return changes?.loaded(undefined)
  const documents = await readDocuments(state, paths, state.view.memory)
  return changes.loaded(new Set(documents.map(({ path }) => path)))
}

/** Those of the documents that are there, counted in `memory`. */
export async function readDocuments(
  { view, version }: Pick<ReadState, 'view' | 'version'>,
  paths: readonly string[],
  memory: HeldMemory,
): Promise<Document[]> {
  const documents: Document[] = []
  for (let start = 0; start < paths.length; start += PAGE) {
    if (start > 0) await view.meter.pause()
    for (const stored of await readDocumentsAt(view, paths.slice(start, start + PAGE), version)) {
      if (stored === undefined) continue
      const document = documentOf(stored)
      memory.take(heldBytes(document))
      documents.push(document)
    }
  }
  return documents
}

async function namesOf(
  { view, version }: Pick<ReadState, 'view' | 'version'>,
  prepared: PreparedQuery,
  memory: HeldMemory,
) {
  const names: PreparedQuery = { ...prepared, query: { ...prepared.query, select: [['__name__']] } }
  const { documents } = await executeQuery(view, names, version, { memory })
  return new Set(documents.map(({ path }) => path))
}

/** Collects what changed, as text alone. Throws `resource-exhausted`/`RESULT_TOO_LARGE` when it is too much, and as `HeldMemory.take`. */
class ChangedResult {
  readonly #memory: HeldMemory
  readonly #upserts = new Map<string, Document>()
  readonly #leaves = new Map<string, Document | undefined>()
  #bytes = 0

  constructor(memory: HeldMemory) {
    this.#memory = memory
  }

  upsert(document: Document): void {
    this.#hold(heldBytes(document))
    this.#upserts.set(document.path, makeDocument(document))
  }

  /** `document`: what it is now; undefined: deleted. */
  leave(path: string, document: Document | undefined): void {
    this.#hold(path.length + (document?.json.length ?? 0) + DOCUMENT_BYTES)
    this.#leaves.set(path, document && makeDocument(document))
  }

  /** `names`: paths of the whole result, when the client wants to compare. */
  loaded(names: Set<string> | undefined): LoadedResult {
    return { isReset: false, isWhole: false, upserts: this.#upserts, leaves: this.#leaves, names }
  }

  #hold(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > CHANGED_BYTES_MAX) throw tooMuchToHold()
    this.#memory.take(bytes)
  }
}

/** What is read is counted until it was visited. `visit` keeps nothing of what it decodes. */
async function eachThenAndNow(
  { view, version }: Pick<ReadState, 'view' | 'version'>,
  paths: readonly string[],
  since: Version,
  visit: (path: string, then: StoredDocument | undefined, now: StoredDocument | undefined) => void,
): Promise<void> {
  const held = new HeldShare(view.memory)
  try {
    for (let start = 0; start < paths.length; start += PAGE) {
      const some = paths.slice(start, start + PAGE)
      const then = await readDocumentsAt(view, some, since)
      const now = await readDocumentsAt(view, some, version)
      held.hold([...then, ...now].reduce((sum, stored) => sum + (stored?.json.length ?? 0) + DOCUMENT_BYTES, 0))
      for (const [i, path] of some.entries()) {
        const before = then[i]
        const after = now[i]
        visit(path, before, after)
        if ((before && isLarge(before)) || (after && isLarge(after))) await view.meter.pause()
      }
      await view.meter.pause()
    }
  } finally {
    held.release()
  }
}

/** Documents that may have changed for all of them to be known. */
const CHANGED_MAX = 50_000
const CHANGES_PAGE = 1000
/** Of a path in a set, besides its text. */
const PATH_BYTES = 100

/** Paths of the database that changed after `version`. Throws `resource-exhausted`/`PAST_TOO_DIFFERENT` when they are too many to know. */
async function changedPaths(context: ReadContext, version: Version): Promise<Set<string>> {
  const paths = new Set<string>()
  let after = version
  for (;;) {
    const page = await context.snapshot.changesAfter(after, CHANGES_PAGE)
    for (const { database, path } of page) {
      if (database !== context.database || paths.has(path)) continue
      paths.add(path)
      context.memory.take(path.length + PATH_BYTES)
    }
    const last = page.at(-1)
    if (last === undefined) return paths
    if (paths.size > CHANGED_MAX) {
      const text = 'Too much has changed since the read time. Read at a later time.'
      throw new StatusError('resource-exhausted', 'PAST_TOO_DIFFERENT', text)
    }
    after = last.version
    await context.meter.pause()
  }
}

/** Reasons for which a client's earlier result can't be told any more, though that of now may be. */
const unknownPastReasons = [
  'VERSION_COLLECTED',
  'READ_TIME_TOO_OLD',
  'READ_TIME_IN_FUTURE',
  'PAST_TOO_DIFFERENT',
  'RESULT_TOO_LARGE',
]

/** What `read` answers; undefined where the past is not known or too large to be compared with: then the client is sent everything anew. */
export async function ifPastIsKnown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof StatusError && unknownPastReasons.includes(error.reason)) return undefined
    throw error
  }
}
