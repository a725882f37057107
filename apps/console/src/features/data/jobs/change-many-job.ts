import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { patiently } from '../../../jobs/patiently.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { type WireQuery, wireQuery, wireQueryBelow } from '../filters/wire-query.ts'
import { batchSize, batchWrite } from '../queries/batch-write.ts'
import { update, type Write } from '../../../documents/commit.ts'
import { tellDeletions } from '../queries/deletions.ts'
import { goneDocuments } from '../queries/gone-documents.ts'
import { readPages } from '../queries/read-pages.ts'
import { refusalOf } from '../queries/refusal.ts'
import { jobTarget } from './job-target.ts'

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

/** Deletes documents whatever they hold by then. Their subcollections stay. */
export function deleteManyJob(many: ChangeMany): JobOrder {
  const { root } = many.database
  return jobOf('delete', many, (path) => ({ delete: `${root}/${path}` }))
}

/** Deletes a collection, or a document, and all below it, as they are at one moment. */
export function deleteBelowJob(database: ProjectDatabase, path: string): JobOrder {
  return deleteManyJob({ database, collection: path, documents: { kind: 'below' } })
}

/** Gives a field one value in many documents; undefined takes it away. A document that is gone by then is told of. */
export function setFieldJob(many: ChangeMany, field: readonly string[], value: TypedValue | undefined): JobOrder {
  return jobOf('set-field', many, (path) => update(many.database, path, [{ path: field, value }], { exists: true }))
}

function jobOf(
  kind: 'delete' | 'set-field',
  { database, collection, documents }: ChangeMany,
  writeOf: (path: string) => Write,
): JobOrder {
  return {
    project: database.project.id,
    kind,
    target: jobTarget(database, collection),
    async run({ signal, setTotal, advance }) {
      if (documents.kind !== 'below') setTotal(documents.kind === 'chosen' ? documents.paths.length : documents.count)
      const pages = pathsOf({ database, collection, documents }, signal)
      try {
        for await (const paths of pages) {
          signal.throwIfAborted()
          const outcomes = await patiently(() => batchWrite(database, paths.map(writeOf)), signal)
          if (kind === 'delete') {
            const done = paths.filter((_, at) => outcomes[at]?.code === 0)
            goneDocuments.add(done.map((path) => `${database.root}/${path}`))
          }
          const problems = outcomes.flatMap((outcome, at) =>
            outcome.code === 0 ? [] : [exchangeTexts.refusedDocument(paths[at] ?? '', refusalOf(outcome))],
          )
          advance(paths.length, problems)
        }
      } finally {
        if (kind === 'delete') tellDeletions()
      }
      return undefined
    },
  }
}

function pathsOf(
  { database, collection, documents }: ChangeMany,
  signal: AbortSignal,
): AsyncIterable<readonly string[]> | Iterable<readonly string[]> {
  switch (documents.kind) {
    case 'chosen':
      return chunksOf(documents.paths)
    case 'found':
      return foundPaths(database, collection, namesOnly(wireQuery(database.root, collection, documents.query)), signal)
    case 'below':
      return foundPaths(database, '', namesOnly(wireQueryBelow(database.root, collection)), signal)
  }
}

/** Of each document what its place in the order needs. */
function namesOnly(query: WireQuery): WireQuery {
  return { ...query, select: { fields: query.orderBy.map(({ field }) => field) } }
}

async function* foundPaths(
  database: ProjectDatabase,
  collection: string,
  query: WireQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  for await (const { documents } of readPages({ database, collection, query, signal })) {
    yield documents.map(({ path }) => path)
  }
}

function* chunksOf(paths: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < paths.length; at += batchSize) yield paths.slice(at, at + batchSize)
}
