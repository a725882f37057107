import type { DocumentFileHead } from '@hearth/model'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import { fileCharactersMax } from '../../../jobs/file-characters.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { wireQuery, wireQueryBelow } from '../filters/wire-query.ts'
import { readPages, type WireDocument } from '../queries/read-pages.ts'
import { CsvFile } from './csv-file.ts'
import { jobTarget } from './job-target.ts'
import type { FileFormat } from './read-documents.ts'

/** What the query finds, the whole collection, or the collection and all below it. */
export type ExportScope = 'query' | 'collection' | 'below'

export interface ExportOptions {
  readonly database: ProjectDatabase
  readonly collection: string
  readonly query: CollectionQuery
  readonly scope: ExportScope
  readonly format: FileFormat
}

/** Writes documents of one moment into a file: the lines that `hearth documents import` takes, or comma-separated values. */
export function exportJob(options: ExportOptions): JobOrder {
  const { database, collection, format } = options
  return {
    project: database.project.id,
    kind: 'export',
    target: jobTarget(database, collection),
    async run({ signal, advance }) {
      const file = format === 'csv' ? new CsvFile(database.root) : new LinesFile(database)
      const pages = readPages({
        database,
        collection: options.scope === 'below' ? '' : collection,
        query: queryOf(options),
        limit: options.scope === 'query' ? options.query.limit : undefined,
        signal,
      })
      for await (const { documents, readTime } of pages) {
        file.add(documents, readTime)
        if (file.characters > fileCharactersMax) throw new RangeError(exchangeTexts.tooLarge)
        advance(documents.length)
      }
      return { name: `${nameOf(collection)}.${format === 'csv' ? 'csv' : 'jsonl'}`, content: await file.finish(signal) }
    },
  }
}

function queryOf({ database: { root }, collection, query, scope }: ExportOptions) {
  if (scope === 'below') return wireQueryBelow(root, collection)
  return wireQuery(root, collection, scope === 'query' ? query : { conditions: [], orderings: [], limit: undefined })
}

function nameOf(collection: string): string {
  return collection.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
}

/** See `document-lines.ts` of the model. */
class LinesFile {
  readonly #database: ProjectDatabase
  readonly #parts: string[] = []
  #documents = 0
  characters = 0

  constructor(database: ProjectDatabase) {
    this.#database = database
  }

  add(documents: readonly WireDocument[], readTime: string): void {
    if (this.#parts.length === 0) this.#write([this.#headOf(readTime)])
    this.#documents += documents.length
    this.#write(documents.map(({ path, fields }) => ({ path, fields })))
  }

  async finish(): Promise<Blob> {
    this.#write([{ end: true, documents: this.#documents }])
    return new Blob(this.#parts, { type: 'application/x-ndjson' })
  }

  #headOf(readTime: string): DocumentFileHead {
    const { project, id } = this.#database
    return { format: 'hearth-documents', version: 1, project: project.id, database: id, readTime }
  }

  #write(values: readonly unknown[]): void {
    const part = values.map((value) => `${JSON.stringify(value)}\n`).join('')
    this.characters += part.length
    this.#parts.push(part)
  }
}
