import { existsSync } from 'node:fs'
import { open, truncate } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import {
  type DocumentFileHead,
  type DocumentLine,
  formatDocumentFileEnd,
  formatDocumentFileHead,
  formatDocumentLine,
  parseDocumentLine,
  StatusError,
} from '@hearth/model'
import { FirestoreRest, type RestTarget } from './firestore-rest.ts'
import { readLines } from '../../lib/read-lines.ts'

/** Of documents: the first page, and the largest. */
const PAGE_FIRST = 50
const PAGE_MAX = 500
/** Lines that are read in one go, in characters. */
const PAGE_LENGTH = 8 * 1024 * 1024
/** Sorts before every other id, and finds those that come first of all. */
const LOWEST_ID = '__id-9223372036854775808__'

export interface ExportOptions extends RestTarget {
  readonly file: string
  /** A collection with all that is below it; all of them when absent. */
  readonly collection: string | undefined
  readonly onProgress: (documents: number) => void
}

interface Row {
  readonly document?: { readonly name: string; readonly fields?: Readonly<Record<string, unknown>> }
  readonly readTime?: string
}

/** Where an export stands. */
interface Position {
  readonly head: DocumentFileHead
  readonly last: DocumentLine | undefined
  readonly documents: number
}

/**
 * Writes the documents of a database, as they are at one moment, into a file of lines (`document-lines.ts` of the model), and answers
 * how many. A file that was begun for the same documents is gone on with, at the same moment. Throws
 * `already-exists`/`FILE_EXISTS` for one that is whole or something else, and what the server throws.
 */
export async function exportDocuments(options: ExportOptions): Promise<number> {
  const rest = new FirestoreRest(options)
  const position = existsSync(options.file) ? await findPosition(rest, options) : await begin(rest, options)
  const { head } = position
  let { documents } = position
  let lastPath = position.last?.path
  let limit = PAGE_FIRST
  const file = await open(options.file, 'a')
  try {
    for (;;) {
      const rows = await readPage(rest, options, { readTime: head.readTime, after: lastPath, limit })
      const found = rows.map(({ document }) => document).filter((document) => document !== undefined)
      const lines = found.map(({ name, fields = {} }) => {
        lastPath = name.slice(rest.root.length + 1)
        return formatDocumentLine(lastPath, JSON.stringify(fields))
      })
      documents += found.length
      const text = lines.join('')
      await file.appendFile(text)
      options.onProgress(documents)
      if (found.length < limit) break
      const fitting = Math.floor(PAGE_LENGTH / (text.length / found.length))
      limit = Math.max(1, Math.min(PAGE_MAX, limit * 4, fitting))
    }
    await file.appendFile(formatDocumentFileEnd(documents))
    await file.sync()
    return documents
  } finally {
    await file.close()
  }
}

async function begin(rest: FirestoreRest, options: ExportOptions): Promise<Position> {
  const [row] = await readPage(rest, options, { limit: 1 })
  if (row?.readTime === undefined) {
    throw new StatusError('internal', 'NO_READ_TIME', 'The server does not say which moment its answer is of.')
  }
  const { project, database, collection } = options
  const { readTime } = row
  const scope = { project, database, collection: collection ?? null }
  const head: DocumentFileHead = { format: 'hearth-documents', version: 1, ...scope, readTime }
  const file = await open(options.file, 'wx', 0o600)
  await file.appendFile(formatDocumentFileHead({ ...scope, readTime }))
  await file.close()
  return { head, last: undefined, documents: 0 }
}

/** The end of what was written, behind which everything is cut off. */
async function findPosition(rest: FirestoreRest, options: ExportOptions): Promise<Position> {
  const { file } = options
  let head: DocumentFileHead | undefined
  let last: DocumentLine | undefined
  let documents = 0
  let end = 0
  for await (const line of readLines(file, { byte: 0, number: 0 })) {
    const parsed = parseDocumentLine(line.text, line.number)
    if (parsed.kind === 'end') throw exists(`${file} is a whole export already. Name another file.`)
    if (parsed.kind === 'head') head = parsed
    else {
      last = parsed
      documents++
    }
    end = line.end
  }
  if (head === undefined) throw exists(`${file} exists and is no export. Name another file.`)
  requireSameScope(head, options)
  if (last !== undefined) await requireSameDocument(rest, options, head, last)
  await truncate(file, end)
  return { head, last, documents }
}

/** Throws for a file that was begun for other documents than those that are asked for now. */
function requireSameScope(head: DocumentFileHead, { file, project, database, collection }: ExportOptions): void {
  if (head.collection === undefined) {
    throw exists(
      `${file} was begun by an earlier release and does not say which collections it is to have. Name another file.`,
    )
  }
  if (head.project === project && head.database === database && head.collection === (collection ?? null)) return
  const of = head.collection === null ? 'all documents' : `the collection ${head.collection}`
  throw exists(
    `${file} is the beginning of an export of ${of} of ${head.project}/${head.database}. Ask for the same to go on, or name another file.`,
  )
}

/** Throws where the server has not, as the last document of that time, what is in the file: then it is not the database that was exported. */
async function requireSameDocument(
  rest: FirestoreRest,
  options: ExportOptions,
  { readTime }: DocumentFileHead,
  last: DocumentLine,
): Promise<void> {
  const [row] = await readPage(rest, options, { readTime, from: last.path, limit: 1 })
  const { name, fields = {} } = row?.document ?? {}
  if (name === `${rest.root}/${last.path}` && isDeepStrictEqual(fields, last.fields)) return
  throw exists(
    `${options.file} was begun with other documents than this server has of that time (${last.path}). Name another file.`,
  )
}

interface PageOptions {
  readonly readTime?: string
  /** The document that the page begins at. */
  readonly from?: string
  /** The document behind which it begins. */
  readonly after?: string | undefined
  readonly limit: number
}

async function readPage(
  rest: FirestoreRest,
  { collection }: ExportOptions,
  { from, after = from, readTime, limit }: PageOptions,
): Promise<Row[]> {
  const reference = (path: string) => ({ referenceValue: `${rest.root}/${path}` })
  const bound = (op: string, path: string) => ({
    fieldFilter: { field: { fieldPath: '__name__' }, op, value: reference(path) },
  })
  const within = collection && {
    compositeFilter: {
      op: 'AND',
      filters: [
        bound('GREATER_THAN_OR_EQUAL', `${collection}/${LOWEST_ID}`),
        bound('LESS_THAN', `${collection}\0/${LOWEST_ID}`),
      ],
    },
  }
  return (await rest.call('runQuery', {
    structuredQuery: {
      from: [{ allDescendants: true }],
      ...(within && { where: within }),
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      ...(after !== undefined && { startAt: { values: [reference(after)], before: from !== undefined } }),
      limit,
    },
    ...(readTime && { readTime }),
  })) as Row[]
}

function exists(message: string): StatusError {
  return new StatusError('already-exists', 'FILE_EXISTS', message)
}
