import { type Document, isInSource, makeDocument, NAME_FIELD, rangeFor, type Version } from '@hearth/model'
import type { KeyRange, StoredDocument } from '../../persistence/persistence.ts'
import { type DocumentStream, streamOfPages } from './document-stream.ts'
import { DOCUMENT_BYTES } from './held-documents.ts'
import { justAfter } from './index-scan.ts'
import { PageSize } from './page-size.ts'
import type { PreparedQuery } from './prepared-query.ts'
import { sourcesOf } from './query-stream.ts'
import type { ReadContext } from './read-context.ts'
import { readDocumentsAt } from './read-documents.ts'

/** Beyond, the past of the collection is gone through, however much changed elsewhere. */
const COUNTED_MAX = 10_000
/** Changes that are read at once. */
const PAGE = 500
/** All of them may be of the largest size. */
const STATES_AT_ONCE = 16

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
    const accepted: Document[] = []
    for (const stored of page) {
      if (stored === undefined) continue
      const document = makeDocument(stored)
      // What was decoded to look at it is not kept with it.
      if (finds(document)) accepted.push(makeDocument(stored))
      if (context.meter.isOver) await context.meter.pause()
    }
    yield accepted
    await context.meter.pause()
  }
}

async function* statesWithin({ snapshot, memory }: ReadContext, ranges: readonly KeyRange[], version: Version) {
  const pageSize = new PageSize(Infinity, memory)
  for (const range of ranges) {
    let { start } = range
    for (;;) {
      const page = { limit: pageSize.next, reverse: false }
      const { entries, isLast } = await snapshot.scanPast({ start, end: range.end }, version, page)
      pageSize.note(entries.map(({ document }) => ({ json: document?.json ?? '' })))
      yield entries.map(({ document }) => document)
      const last = entries.at(-1)
      if (last === undefined || isLast) break
      start = justAfter(last.key)
    }
  }
}

async function* statesOfChanged(context: ReadContext, { query }: PreparedQuery, version: Version) {
  const { snapshot, database, memory } = context
  const seen = new Set<string>()
  let after = version
  for (;;) {
    const changes = await snapshot.changesAfter(after, PAGE)
    const last = changes.at(-1)
    if (last === undefined) return
    after = last.version
    const paths: string[] = []
    for (const { path, database: changed } of changes) {
      if (changed !== database || !isInSource(query, path) || seen.has(path)) continue
      seen.add(path)
      paths.push(path)
      memory.take(path.length + DOCUMENT_BYTES)
    }
    for (let start = 0; start < paths.length; start += STATES_AT_ONCE) {
      yield await readDocumentsAt(context, paths.slice(start, start + STATES_AT_ONCE), version)
    }
  }
}
