import * as z from 'zod/mini'
import { documentsUrl, type ProjectDatabase } from '../../../documents/project-database.ts'
import { encodePath } from '../../../documents/data-path.ts'
import { readFieldPath } from '../../../documents/values/written-field-path.ts'
import { withRetries } from '../../../shared/jobs/with-retries.ts'
import type { WireOrder, WireQuery } from '../filters/wire-query.ts'
import type { ReadDocument } from './batch-get.ts'

const answer = z.array(
  z.object({
    document: z.optional(
      z.object({ name: z.string(), fields: z.optional(z.record(z.string(), z.unknown())), updateTime: z.string() }),
    ),
    readTime: z.optional(z.string()),
  }),
)

/** A document as the REST protocol writes it. */
export interface WireDocument {
  /** Below the database. */
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface Page {
  readonly documents: readonly ReadDocument[]
  /** The one moment that all pages are of; RFC 3339. */
  readonly readTime: string
}

export interface Reading {
  readonly database: ProjectDatabase
  /** The collection that is asked, or '' for a query of the whole database. */
  readonly collection: string
  readonly query: WireQuery
  /** At most so many documents; undefined for all. */
  readonly limit?: number | undefined
  readonly signal: AbortSignal
}

const pageSize = 200

/** Where a query of a collection is asked. */
export function parentUrl(database: ProjectDatabase, collection: string): string {
  const parent = collection.includes('/') ? `/${encodePath(collection.slice(0, collection.lastIndexOf('/')))}` : ''
  return documentsUrl(database) + parent
}

/** The documents of a query as they are at one moment, page by page; the first page may be empty. Throws what the server answers. */
export async function* readPages({
  database,
  collection,
  query,
  limit = Infinity,
  signal,
}: Reading): AsyncGenerator<Page> {
  const { project, root } = database
  let left = limit
  let readTime: string | undefined
  let last: { readonly name: string; readonly fields: Readonly<Record<string, unknown>> } | undefined
  for (;;) {
    project.noteUse()
    const page = {
      ...query,
      limit: Math.min(pageSize, left),
      ...(last !== undefined && { startAt: { values: cursorAt(query.orderBy, last), before: false } }),
    }
    const body = { structuredQuery: page, ...(readTime !== undefined && { readTime }) }
    const rows: z.infer<typeof answer> = await withRetries(
      () =>
        project.call({
          method: 'POST',
          path: `${parentUrl(database, collection)}:runQuery`,
          // A long reading may take more than the hour for which everybody may ask about the past.
          headers: { 'x-hearth-history': 'any-read-time' },
          body,
          signal,
          answer,
        }),
      signal,
    )
    readTime ??= rows[0]?.readTime ?? ''
    const found = rows.flatMap(({ document }) => (document === undefined ? [] : [document]))
    const documents = found.map(({ name, fields = {}, updateTime }) => ({
      path: name.slice(root.length + 1),
      fields,
      updateTime,
    }))
    yield { documents, readTime }
    left -= found.length
    const end = found.at(-1)
    if (end === undefined || found.length < pageSize || left === 0) return
    last = { name: end.name, fields: end.fields ?? {} }
  }
}

/** The values that a document has for an order. */
function cursorAt(
  order: readonly WireOrder[],
  { name, fields }: { readonly name: string; readonly fields: Readonly<Record<string, unknown>> },
): readonly unknown[] {
  return order.map(({ field: { fieldPath } }) =>
    fieldPath === '__name__' ? { referenceValue: name } : wireValueAt(fields, readFieldPath(fieldPath)?.names ?? []),
  )
}

function wireValueAt(fields: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  const [name = '', ...rest] = path
  const value = fields[name]
  if (rest.length === 0 || value === undefined) return value
  const inner = (value as { readonly mapValue?: { readonly fields?: Readonly<Record<string, unknown>> } }).mapValue
  return wireValueAt(inner?.fields ?? {}, rest)
}
