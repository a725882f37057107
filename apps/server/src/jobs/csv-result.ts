import { open } from 'node:fs/promises'
import { csvColumn, csvLine, csvValue, decodeFields, parseDocumentLine, StatusError } from '@hearth/model'
import { readLines } from '../lib/read-lines.ts'
import { Turn } from '../lib/turn.ts'

const COLUMNS_MAX = 2_000
/** Characters that are written at once. */
const PART_LENGTH = 256 * 1024

export interface CsvOptions {
  /** Lines of documents. */
  readonly from: string
  readonly to: string
  /** Of the database: `projects/P/databases/D/documents`. */
  readonly root: string
  readonly bytesMax: number
  readonly signal: AbortSignal
  /** Before each part: as of a job's batch (`JobRun`). */
  readonly admit: () => Promise<unknown>
}

/**
 * Makes comma-separated values of lines of documents: one line a document, with its path first and a column for each field that any of them
 * has. Answers how many bytes they are. Throws `failed-precondition`/`TOO_MANY_COLUMNS`, `out-of-range`/`RESULT_TOO_LARGE`, and as `admit`.
 */
export async function writeCsv(options: CsvOptions): Promise<number> {
  const { to, root, bytesMax, admit } = options
  const columns = await columnsOf(options)
  const file = await open(to, 'w', 0o600)
  let part = csvLine(['path', ...columns.keys()])
  let bytes = 0
  const flush = async (): Promise<void> => {
    bytes += Buffer.byteLength(part)
    if (bytes > bytesMax) throw tooLarge()
    await admit()
    await file.appendFile(part)
    part = ''
  }
  try {
    for await (const { path, fields } of documentsOf(options)) {
      const cells = Array.from({ length: columns.size + 1 }, () => '')
      cells[0] = path
      for (const [name, value] of decodeFields(fields)) cells[columns.get(csvColumn(name)) ?? 0] = csvValue(value, root)
      part += csvLine(cells)
      if (part.length >= PART_LENGTH) await flush()
    }
    await flush()
    await file.datasync()
    return bytes
  } finally {
    await file.close()
  }
}

/** The place of each field's column. */
async function columnsOf(options: CsvOptions): Promise<ReadonlyMap<string, number>> {
  const columns = new Map<string, number>()
  for await (const { fields } of documentsOf(options)) {
    for (const name of Object.keys(fields)) {
      const column = csvColumn(name)
      if (!columns.has(column)) columns.set(column, columns.size + 1)
    }
    if (columns.size > COLUMNS_MAX) {
      const text = `The documents have more than ${COLUMNS_MAX} fields together, which is too many for a table. Export JSON lines.`
      throw new StatusError('failed-precondition', 'TOO_MANY_COLUMNS', text)
    }
  }
  return columns
}

async function* documentsOf({ from, signal }: CsvOptions) {
  const turn = new Turn()
  for await (const { text, number } of readLines(from, { byte: 0, number: 0 })) {
    signal.throwIfAborted()
    if (turn.isOver) await turn.next()
    const line = parseDocumentLine(text, number)
    if (line.kind === 'document') yield line
  }
}

function tooLarge(): StatusError {
  return new StatusError(
    'out-of-range',
    'RESULT_TOO_LARGE',
    'The table would be larger than 4 GiB. Export less at a time.',
  )
}
