import { type Document, makeDocument, StatusError, type Version } from '@hearth/model'
import { type DocumentStream, filterStream, streamOf } from './document-stream.ts'
import { mergeStreams } from './merge-streams.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { queryStream } from './query-stream.ts'
import type { ReadContext } from './read-context.ts'
import { HELD_BYTES_MAX, heldBytes, tooMuchToHold } from './held-documents.ts'

/** Documents that may have changed between a read of the past and now. */
const CHANGED_MAX = 50_000
const PAGE = 1000

/**
 * A query's documents as they were at an earlier version: those of now, without all that changed since, merged with
 * what the changed ones were then. Throws `out-of-range`/`VERSION_COLLECTED` when the history does not reach back so far.
 */
export async function pastStream(
  context: ReadContext,
  prepared: PreparedQuery,
  version: Version,
): Promise<DocumentStream> {
  const changed = await changedPaths(context, version)
  if (changed.size === 0) return await queryStream(context, prepared, wantedOf(prepared))
  const then = await documentsThen(context, [...changed], version, prepared.finds)
  const unchanged = filterStream(
    await queryStream(context, prepared, wantedOf(prepared) + changed.size),
    ({ path }) => !changed.has(path),
  )
  return mergeStreams([unchanged, streamOf(then.sort(prepared.compare))], prepared.compare)
}

function wantedOf({ query: { offset, limit = Infinity } }: PreparedQuery): number {
  return offset + limit
}

/** Paths of the database that changed after `version`. Throws `resource-exhausted` when they are too many to know. */
export async function changedPaths(context: ReadContext, version: Version): Promise<Set<string>> {
  const paths = new Set<string>()
  let after = version
  for (;;) {
    const page = await context.snapshot.changesAfter(after, PAGE)
    for (const change of page) if (change.database === context.database) paths.add(change.path)
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

/** Those of the documents that were there at `version` and are accepted, in no order. */
export async function documentsThen(
  context: ReadContext,
  paths: readonly string[],
  version: Version,
  accept: (document: Document) => boolean = () => true,
): Promise<Document[]> {
  const { database, snapshot } = context
  const found: Document[] = []
  let bytes = 0
  for (let start = 0; start < paths.length; start += PAGE) {
    const keys = paths.slice(start, start + PAGE).map((path) => ({ database, path }))
    for (const stored of await snapshot.getDocumentsAt(keys, version)) {
      if (stored === undefined) continue
      const document = makeDocument(stored)
      if (!accept(document)) continue
      found.push(document)
      bytes += heldBytes(document)
      if (bytes > HELD_BYTES_MAX) throw tooMuchToHold()
    }
    await context.meter.pause()
  }
  return found
}
