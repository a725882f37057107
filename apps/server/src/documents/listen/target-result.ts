import { type Document, isInSource, makeDocument, StatusError, type Version } from '@hearth/model'
import type { StoredDocument } from '../../persistence/persistence.ts'
import { executeQuery, project } from '../query/execute-query.ts'
import { changedPaths } from '../query/past-stream.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ReadContext } from '../query/read-context.ts'
import type { ReadState } from '../read-state.ts'
import type { LoadedResult } from './feed.ts'

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
  const changed = await knownChanges(context, since)
  if (changed === undefined) return undefined
  const { query, finds } = prepared
  const paths = [...changed].filter((path) => isInSource(query, path))
  const result = emptyResult()
  await eachThenAndNow({ context, version }, paths, since, (path, then, now) => {
    if (now?.updateTime === then?.updateTime) return
    if (now !== undefined && finds(now)) result.upserts.set(path, project(now, query))
    else if (then !== undefined && finds(then)) result.leaves.set(path, now && project(now, query))
  })
  return isCounted ? { ...result, names: await namesOf({ context, version }, prepared) } : result
}

/** The same for documents watched by name. */
export async function documentChangesSince(
  state: Pick<ReadState, 'context' | 'version'>,
  paths: readonly string[],
  since: Version,
  isCounted: boolean,
): Promise<LoadedResult | undefined> {
  const changed = await knownChanges(state.context, since)
  if (changed === undefined) return undefined
  const result = emptyResult()
  const relevant = paths.filter((path) => changed.has(path))
  await eachThenAndNow(state, relevant, since, (path, then, now) => {
    if (now === undefined) {
      if (then !== undefined) result.leaves.set(path, undefined)
    } else if (now.updateTime !== then?.updateTime) {
      result.upserts.set(path, now)
    }
  })
  if (!isCounted) return result
  const names = new Set<string>()
  for (const document of await readDocuments(state, paths)) names.add(document.path)
  return { ...result, names }
}

/** Those of the documents that are there. */
export async function readDocuments(
  { context, version }: Pick<ReadState, 'context' | 'version'>,
  paths: readonly string[],
): Promise<Document[]> {
  const stored = await documentsAt(context, paths, version)
  return stored.filter((document) => document !== undefined).map((document) => makeDocument(document))
}

async function namesOf({ context, version }: Pick<ReadState, 'context' | 'version'>, prepared: PreparedQuery) {
  const names: PreparedQuery = { ...prepared, query: { ...prepared.query, select: [['__name__']] } }
  const { documents } = await executeQuery(context, names, version)
  return new Set(documents.map(({ path }) => path))
}

function emptyResult(): LoadedResult {
  return { isReset: false, isWhole: false, upserts: new Map(), leaves: new Map(), names: undefined }
}

async function knownChanges(context: ReadContext, since: Version): Promise<Set<string> | undefined> {
  try {
    return await changedPaths(context, since)
  } catch (error) {
    if (error instanceof StatusError && UNKNOWN_PAST.includes(error.reason)) return undefined
    throw error
  }
}

const UNKNOWN_PAST = ['VERSION_COLLECTED', 'PAST_TOO_DIFFERENT']

async function eachThenAndNow(
  { context, version }: Pick<ReadState, 'context' | 'version'>,
  paths: readonly string[],
  since: Version,
  visit: (path: string, then: Document | undefined, now: Document | undefined) => void,
): Promise<void> {
  for (let start = 0; start < paths.length; start += PAGE) {
    const some = paths.slice(start, start + PAGE)
    const then = await documentsAt(context, some, since)
    const now = await documentsAt(context, some, version)
    for (const [i, path] of some.entries()) visit(path, toDocument(then[i]), toDocument(now[i]))
    await context.meter.pause()
  }
}

async function documentsAt(context: ReadContext, paths: readonly string[], version: Version) {
  const { database, snapshot } = context
  const keys = paths.map((path) => ({ database, path }))
  return version < snapshot.version ? await snapshot.getDocumentsAt(keys, version) : await snapshot.getDocuments(keys)
}

function toDocument(stored: StoredDocument | undefined): Document | undefined {
  return stored && makeDocument(stored)
}
