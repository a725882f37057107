import type { DocumentFileHead } from '@hearth/model/document-lines'
import { defaultDatabase } from '../../../backend/default-database.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { fileCharactersMax, type JobOrder } from '../../../shared/jobs/job.ts'
import { notedJob } from '../../../shared/jobs/noted-job.ts'
import { exchangeTexts } from '../../../texts/en/data-exchange.ts'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { wireQuery, wireQueryBelow } from '../filters/wire-query.ts'
import { readPages, type WireDocument, parentUrl, type Reading } from '../queries/read-pages.ts'
import { CsvFile } from './csv-file.ts'
import { jobTarget } from './many-documents.ts'
import type { FileFormat } from './read-documents.ts'
import * as z from 'zod/mini'

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

/** Writes documents of one moment into a file: the lines that `hearth documents import` takes, or comma-separated values. */
export function exportJob(options: ExportOptions): JobOrder {
  const { database, collection, format } = options
  return notedJob(
    database.project,
    { act: 'documents.export', target: collection, database: database.id },
    {
      project: database.project.id,
      kind: 'export',
      target: jobTarget(database, collection === '' ? exchangeTexts.wholeDatabase : collection),
      async run({ signal, setTotal, advance }) {
        const file = format === 'csv' ? new CsvFile(database.root) : new LinesFile(database)
        const reading = {
          database,
          collection: options.scope === 'below' ? '' : collection,
          query: queryOf(options),
          limit: options.scope === 'query' ? options.query.limit : undefined,
          signal,
        }
        // How many there are is worth knowing, and no reason to wait or to fail.
        countFound(reading).then(setTotal, () => undefined)
        const pages = readPages(reading)
        for await (const { documents, readTime } of pages) {
          file.add(documents, readTime)
          if (file.characters > fileCharactersMax) throw new RangeError(exchangeTexts.tooLarge)
          advance(documents.length)
        }
        return {
          name: `${nameOf(database, collection)}.${format === 'csv' ? 'csv' : 'jsonl'}`,
          content: await file.finish(signal),
        }
      },
    },
  )
}

function queryOf({ database: { root }, collection, query, scope }: ExportOptions) {
  if (scope === 'below') return wireQueryBelow(root, collection)
  return wireQuery(root, collection, scope === 'query' ? query : { conditions: [], orderings: [], limit: undefined })
}

function nameOf({ project, id }: ProjectDatabase, collection: string): string {
  const name = collection !== '' ? collection : id === defaultDatabase ? project.id : `${project.id}-${id}`
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
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

const countAnswer = z.array(
  z.object({ result: z.object({ aggregateFields: z.object({ count: z.object({ integerValue: z.string() }) }) }) }),
)

/** How many documents `readPages` will read, or a little more or less where they change meanwhile. */
async function countFound({ database, collection, query, limit, signal }: Reading): Promise<number> {
  const body = {
    structuredAggregationQuery: {
      structuredQuery: { ...query, ...(limit !== undefined && { limit }) },
      aggregations: [{ alias: 'count', count: {} }],
    },
  }
  const [counted] = await database.project.call({
    method: 'POST',
    path: `${parentUrl(database, collection)}:runAggregationQuery`,
    body,
    signal,
    answer: countAnswer,
  })
  return Number(counted?.result.aggregateFields.count.integerValue ?? 0)
}
