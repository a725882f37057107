import { csvLine, type DocumentFileHead } from '@hearth/model'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { wireQuery, wireQueryBelow } from '../filters/wire-query.ts'
import { readPages, type WireDocument } from '../queries/read-pages.ts'
import { formatCsvValue } from './csv-cell.ts'
import { columnOf } from './csv-columns.ts'
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

/** A file is kept in this tab until it is saved; for more there is `hearth documents export`. */
const charactersMax = 512 * 1024 * 1024
const columnsMax = 2000

/** Writes documents of one moment into a file: the lines that `hearth documents import` takes, or comma-separated values. */
export function exportJob(options: ExportOptions): JobOrder {
  const { database, collection, format } = options
  return {
    project: database.project.id,
    kind: 'export',
    target: jobTarget(database, collection),
    async run({ signal, advance }) {
      const file = format === 'csv' ? new CsvFile(database) : new LinesFile(database)
      const pages = readPages({
        database,
        collection: options.scope === 'below' ? '' : collection,
        query: queryOf(options),
        limit: options.scope === 'query' ? options.query.limit : undefined,
        signal,
      })
      for await (const { documents, readTime } of pages) {
        file.add(documents, readTime)
        if (file.characters > charactersMax) throw new RangeError(exchangeTexts.tooLarge)
        advance(documents.length)
      }
      return { name: `${nameOf(collection)}.${format === 'csv' ? 'csv' : 'jsonl'}`, content: file.finish() }
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

  finish(): Blob {
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

/** One line a document, with its path first and a column for each field that any of them has. */
class CsvFile {
  readonly #root: string
  readonly #columns = new Map<string, number>()
  readonly #rows: (readonly string[])[] = []
  characters = 0

  constructor({ root }: ProjectDatabase) {
    this.#root = root
  }

  add(documents: readonly WireDocument[]): void {
    for (const { path, fields } of documents) {
      const cells: string[] = [path]
      for (const [name, value] of decodeFields(fields, this.#root)) {
        const cell = formatCsvValue(value)
        cells[this.#placeOf(name)] = cell
        this.characters += cell.length
      }
      this.characters += path.length
      this.#rows.push(cells)
    }
  }

  finish(): Blob {
    const width = this.#columns.size + 1
    const lines = [['path', ...this.#columns.keys()], ...this.#rows].map((cells) =>
      csvLine(Array.from({ length: width }, (_, at) => cells[at] ?? '')),
    )
    return new Blob(lines, { type: 'text/csv' })
  }

  #placeOf(name: string): number {
    const column = columnOf(name)
    const known = this.#columns.get(column)
    if (known !== undefined) return known
    if (this.#columns.size >= columnsMax) throw new RangeError(exchangeTexts.tooManyColumns(columnsMax))
    const place = this.#columns.size + 1
    this.#columns.set(column, place)
    return place
  }
}
