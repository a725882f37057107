import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { startServerJob } from '../../../shared/jobs/server-jobs.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { wireQuery } from '../filters/wire-query.ts'
import type { FileFormat } from './read-documents.ts'

/** What the query finds, the whole collection, or the collection and all below it: all of the database, where no collection is named. */
export type ExportScope = 'query' | 'collection' | 'below'

export interface ExportOptions {
  readonly database: ProjectDatabase
  /** '' for the whole database, with the scope `below`. */
  readonly collection: string
  readonly query: CollectionQuery
  readonly scope: ExportScope
  readonly format: FileFormat
}

/** The server writes documents of one moment into a file. Throws what it answers. */
export async function startExport({ database, collection, query, scope, format }: ExportOptions): Promise<void> {
  const { limit } = query
  const asked = { ...wireQuery(database.root, collection, query), ...(limit !== undefined && { limit }) }
  await startServerJob(database.project, {
    kind: 'export',
    database: database.id,
    collection,
    scope,
    format,
    ...(scope === 'query' && { query: asked }),
  })
}
