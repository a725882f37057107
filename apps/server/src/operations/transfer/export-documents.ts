import { existsSync } from 'node:fs'
import { open, truncate } from 'node:fs/promises'
import { type DocumentFileHead, parseDocumentLine, StatusError } from '@hearth/model'
import { FirestoreRest, type RestTarget } from './firestore-rest.ts'
import { readLines } from './read-lines.ts'

const PAGE = 500
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
  readonly lastPath: string | undefined
  readonly documents: number
}

/**
 * Writes the documents of a database, as they are at one moment, into a file of lines (`document-lines.ts` of the model), and answers
 * how many. A file that was begun for the same database is gone on with, at the same moment. Throws
 * `already-exists`/`FILE_EXISTS` for one that is whole or something else, and what the server throws.
 */
export async function exportDocuments(options: ExportOptions): Promise<number> {
  const rest = new FirestoreRest(options)
  const position = existsSync(options.file) ? await findPosition(options) : await begin(rest, options)
  const { head } = position
  let { lastPath, documents } = position
  const file = await open(options.file, 'a')
  try {
    for (;;) {
      const rows = await readPage(rest, options, { readTime: head.readTime, after: lastPath })
      const found = rows.map(({ document }) => document).filter((document) => document !== undefined)
      const lines = found.map(({ name, fields = {} }) => {
        lastPath = name.slice(rest.root.length + 1)
        return `${JSON.stringify({ path: lastPath, fields })}\n`
      })
      documents += found.length
      await file.appendFile(lines.join(''))
      options.onProgress(documents)
      if (found.length < PAGE) break
    }
    await file.appendFile(`${JSON.stringify({ end: true, documents })}\n`)
    await file.sync()
    return documents
  } finally {
    await file.close()
  }
}

async function begin(rest: FirestoreRest, options: ExportOptions): Promise<Position> {
  const [row] = await readPage(rest, options, { limit: 1 })
  const head: DocumentFileHead = {
    format: 'hearth-documents',
    version: 1,
    project: options.project,
    database: options.database,
    readTime: row?.readTime ?? '',
  }
  const file = await open(options.file, 'wx', 0o600)
  await file.appendFile(`${JSON.stringify(head)}\n`)
  await file.close()
  return { head, lastPath: undefined, documents: 0 }
}

/** The end of what was written, behind which everything is cut off. */
async function findPosition({ file, project, database }: ExportOptions): Promise<Position> {
  let head: DocumentFileHead | undefined
  let lastPath: string | undefined
  let documents = 0
  let end = 0
  for await (const line of readLines(file, { byte: 0, number: 0 })) {
    const parsed = parseDocumentLine(line.text, line.number)
    if (parsed.kind === 'end') throw exists(`${file} is a whole export already. Name another file.`)
    if (parsed.kind === 'head') head = parsed
    else {
      lastPath = parsed.path
      documents++
    }
    end = line.end
  }
  if (head === undefined) throw exists(`${file} exists and is no export. Name another file.`)
  if (head.project !== project || head.database !== database) {
    throw exists(`${file} is the beginning of an export of ${head.project}/${head.database}. Name another file.`)
  }
  await truncate(file, end)
  return { head, lastPath, documents }
}

async function readPage(
  rest: FirestoreRest,
  { collection }: ExportOptions,
  { after, readTime, limit = PAGE }: { after?: string | undefined; readTime?: string; limit?: number },
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
      ...(after !== undefined && { startAt: { values: [reference(after)], before: false } }),
      limit,
    },
    ...(readTime && { readTime }),
  })) as Row[]
}

function exists(message: string): StatusError {
  return new StatusError('already-exists', 'FILE_EXISTS', message)
}
