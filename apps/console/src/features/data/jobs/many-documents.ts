import type { ProjectDatabase } from '../../../documents/project-database.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { type WireQuery, wireQuery, wireQueryBelow } from '../filters/wire-query.ts'
import { batchSize } from '../queries/batch-write.ts'
import { readPages } from '../queries/read-pages.ts'
import { targetIn } from '../../../shared/jobs/server-jobs.ts'

/** The documents that are changed together: those that were chosen, or all that a query finds at one moment. */
export type ManyDocuments =
  | { readonly kind: 'chosen'; readonly paths: readonly string[] }
  | { readonly kind: 'found'; readonly query: CollectionQuery; readonly count: number }
  /** The collection, or the document of that path, with all below it. */
  | { readonly kind: 'below' }

export interface ChangeMany {
  readonly database: ProjectDatabase
  readonly collection: string
  readonly documents: ManyDocuments
}

/** How many they are; undefined where nobody has counted them. */
export function countOf(documents: ManyDocuments): number | undefined {
  if (documents.kind === 'below') return undefined
  return documents.kind === 'chosen' ? documents.paths.length : documents.count
}

export interface OneOfMany {
  readonly path: string
  /** Of the document as the query found it; RFC 3339. Undefined for one that was chosen. */
  readonly updateTime?: string
}

/** At most 200 at a time. */
export function eachOf(
  { database, collection, documents }: ChangeMany,
  signal: AbortSignal,
): AsyncIterable<readonly OneOfMany[]> | Iterable<readonly OneOfMany[]> {
  switch (documents.kind) {
    case 'chosen':
      return chunksOf(documents.paths)
    case 'found':
      return foundBy(database, collection, namesOnly(wireQuery(database.root, collection, documents.query)), signal)
    case 'below':
      return foundBy(database, '', namesOnly(wireQueryBelow(database.root, collection)), signal)
  }
}

/** Of each document what its place in the order needs. */
function namesOnly(query: WireQuery): WireQuery {
  return { ...query, select: { fields: query.orderBy.map(({ field }) => field) } }
}

async function* foundBy(
  database: ProjectDatabase,
  collection: string,
  query: WireQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly OneOfMany[]> {
  for await (const { documents } of readPages({ database, collection, query, signal })) {
    yield documents.map(({ path, updateTime }) => ({ path, updateTime }))
  }
}

function* chunksOf(paths: readonly string[]): Generator<readonly OneOfMany[]> {
  for (let at = 0; at < paths.length; at += batchSize) {
    yield paths.slice(at, at + batchSize).map((path) => ({ path }))
  }
}

/** What a job is about, such as the path of a collection, with its database unless that is the default one. */
export function jobTarget({ id }: ProjectDatabase, what: string): string {
  return targetIn(id, what)
}
