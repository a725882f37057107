import { type Document, isInSource, makeDocument, NAME_FIELD, rangeFor, type Version } from '@hearth/model'
import type { KeyRange, StoredDocument } from '../../persistence/persistence.ts'
import { type DocumentStream, streamOfPages } from './document-stream.ts'
import { justAfter } from './index-scan.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { sourcesOf } from './query-stream.ts'
import type { ReadContext } from './read-context.ts'
import { readDocumentsAt } from './read-documents.ts'

/** Beyond, the past of the collection is gone through, however much changed elsewhere. */
const COUNTED_MAX = 10_000
const PAGE = 500

/**
 * What a query finds among the states that documents had at an earlier version and no longer have, in no order. Goes through
 * the documents of its collections that have a past, or through all changes since, whichever are fewer.
 */
export async function endedStates(
  context: ReadContext,
  prepared: PreparedQuery,
  version: Version,
): Promise<DocumentStream> {
  const { snapshot, database } = context
  const ranges = sourcesOf(database, prepared).map(
    ({ scope, names }) => names ?? rangeFor(scope, NAME_FIELD, { op: 'any' }),
  )
  let inScope = 0
  for (const range of ranges) inScope += await snapshot.countPast(range, COUNTED_MAX)
  const changes = await snapshot.countChanges(version, inScope + 1)
  const pages =
    changes <= inScope ? statesOfChanged(context, prepared, version) : statesWithin(context, ranges, version)
  return streamOfPages(found(context, prepared, pages))
}

async function* found(
  context: ReadContext,
  { finds }: PreparedQuery,
  pages: AsyncGenerator<readonly (StoredDocument | undefined)[], void>,
): AsyncGenerator<readonly Document[], void> {
  for await (const page of pages) {
    const documents = page.filter((stored) => stored !== undefined).map((stored) => makeDocument(stored))
    yield documents.filter(finds)
    await context.meter.pause()
  }
}

async function* statesWithin({ snapshot }: ReadContext, ranges: readonly KeyRange[], version: Version) {
  for (const range of ranges) {
    let { start } = range
    for (;;) {
      const page = { limit: PAGE, reverse: false }
      const { entries, isLast } = await snapshot.scanPast({ start, end: range.end }, version, page)
      yield entries.map(({ document }) => document)
      const last = entries.at(-1)
      if (last === undefined || isLast) break
      start = justAfter(last.key)
    }
  }
}

async function* statesOfChanged(context: ReadContext, { query }: PreparedQuery, version: Version) {
  const { snapshot, database } = context
  const seen = new Set<string>()
  let after = version
  for (;;) {
    const changes = await snapshot.changesAfter(after, PAGE)
    const last = changes.at(-1)
    if (last === undefined) return
    after = last.version
    const paths = new Set<string>()
    for (const change of changes) {
      const isNew = change.database === database && isInSource(query, change.path) && !seen.has(change.path)
      if (isNew) paths.add(change.path)
    }
    for (const path of paths) seen.add(path)
    yield await readDocumentsAt(context, [...paths], version)
  }
}
