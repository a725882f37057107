import { type Document, isInSource, type Version } from '@hearth/model'
import type { StoredDocument } from '../../persistence/persistence.ts'
import { executeQuery, project } from '../query/execute-query.ts'
import { changedPaths } from '../query/changed-paths.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { readDocumentsAt } from '../query/read-documents.ts'
import { HELD_BYTES_MAX, heldBytes, tooMuchToHold } from '../query/held-documents.ts'
import type { ReadState } from '../read-state.ts'
import { documentOf } from '../stored-documents.ts'
import type { LoadedResult } from './feed.ts'
import { ifPastIsKnown } from './unknown-past.ts'

const PAGE = 500

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

/**
 * What happened to the result of a query without a limit after version `since`, from the documents that changed.
 * Undefined when too many changed, or the history does not reach back so far.
 */
export async function queryChangesSince(
  { context, version }: ReadState,
  prepared: PreparedQuery,
  since: Version,
  isCounted: boolean,
): Promise<LoadedResult | undefined> {
  const { query, finds } = prepared
  const changes = await ifPastIsKnown(async () => {
    const paths = [...(await changedPaths(context, since))].filter((path) => isInSource(query, path))
    const result = new ChangedResult()
    await eachThenAndNow({ context, version }, paths, since, (path, then, now) => {
      if (now?.updateTime === then?.updateTime) return
      if (now !== undefined && finds(now)) result.upsert(project(now, query))
      else if (then !== undefined && finds(then)) result.leave(path, now && project(now, query))
    })
    return result
  })
  if (changes === undefined) return undefined
  // Of a result that has too many names the client compares nothing.
  const names = isCounted ? await ifPastIsKnown(() => namesOf({ context, version }, prepared)) : undefined
  return changes.loaded(names)
}

/** The same for documents watched by name. */
export async function documentChangesSince(
  state: Pick<ReadState, 'context' | 'version'>,
  paths: readonly string[],
  since: Version,
  isCounted: boolean,
): Promise<LoadedResult | undefined> {
  const changes = await ifPastIsKnown(async () => {
    const changed = await changedPaths(state.context, since)
    const result = new ChangedResult()
    const relevant = paths.filter((path) => changed.has(path))
    await eachThenAndNow(state, relevant, since, (path, then, now) => {
      if (now === undefined) {
        if (then !== undefined) result.leave(path, undefined)
      } else if (now.updateTime !== then?.updateTime) {
        result.upsert(now)
      }
    })
    return result
  })
  if (changes === undefined || !isCounted) return changes?.loaded(undefined)
  const documents = await readDocuments(state, paths)
  return changes.loaded(new Set(documents.map(({ path }) => path)))
}

/** Those of the documents that are there. */
export async function readDocuments(
  { context, version }: Pick<ReadState, 'context' | 'version'>,
  paths: readonly string[],
): Promise<Document[]> {
  const stored = await readDocumentsAt(context, paths, version)
  return stored.filter((document) => document !== undefined).map(documentOf)
}

async function namesOf({ context, version }: Pick<ReadState, 'context' | 'version'>, prepared: PreparedQuery) {
  const names: PreparedQuery = { ...prepared, query: { ...prepared.query, select: [['__name__']] } }
  const { documents } = await executeQuery(context, names, version)
  return new Set(documents.map(({ path }) => path))
}

/** Collects what changed. Throws `resource-exhausted`/`RESULT_TOO_LARGE` beyond what one query may hold. */
class ChangedResult {
  readonly #upserts = new Map<string, Document>()
  readonly #leaves = new Map<string, Document | undefined>()
  #bytes = 0

  upsert(document: Document): void {
    this.#hold(document)
    this.#upserts.set(document.path, document)
  }

  /** `document`: what it is now; undefined: deleted. */
  leave(path: string, document: Document | undefined): void {
    if (document !== undefined) this.#hold(document)
    this.#leaves.set(path, document)
  }

  /** `names`: paths of the whole result, when the client wants to compare. */
  loaded(names: Set<string> | undefined): LoadedResult {
    return { isReset: false, isWhole: false, upserts: this.#upserts, leaves: this.#leaves, names }
  }

  #hold(document: Document): void {
    this.#bytes += heldBytes(document)
    if (this.#bytes > HELD_BYTES_MAX) throw tooMuchToHold()
  }
}

async function eachThenAndNow(
  { context, version }: Pick<ReadState, 'context' | 'version'>,
  paths: readonly string[],
  since: Version,
  visit: (path: string, then: Document | undefined, now: Document | undefined) => void,
): Promise<void> {
  for (let start = 0; start < paths.length; start += PAGE) {
    const some = paths.slice(start, start + PAGE)
    const then = await readDocumentsAt(context, some, since)
    const now = await readDocumentsAt(context, some, version)
    for (const [i, path] of some.entries()) visit(path, found(then[i]), found(now[i]))
    await context.meter.pause()
  }
}

function found(stored: StoredDocument | undefined): Document | undefined {
  return stored && documentOf(stored)
}
