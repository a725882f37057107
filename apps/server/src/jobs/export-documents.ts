import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import {
  decodeValue,
  type Document,
  encodeValue,
  formatDocumentFileEnd,
  formatDocumentFileHead,
  formatDocumentLine,
  formatDocumentName,
  formatTimestamp,
  isNameField,
  lastSegment,
  normaliseQuery,
  type NormalisedQuery,
  parentPath,
  type Query,
  referenceOf,
  StatusError,
  type Value,
  valueAt,
} from '@hearth/model'
import { writeCsv } from './csv-result.ts'
import type { ExportOrder } from './job-record.ts'
import type { JobRun } from './job-run.ts'

/** Documents between two notes of how far the export has come. */
const PAGE = 1_000
/** Of the file that an export makes. */
const RESULT_BYTES_MAX = 4 * 1024 ** 3
export const LINES_FILE = 'lines.jsonl'
export const CSV_FILE = 'result.csv'
/** Sorts before every other id, and finds those that come first of all. */
const LOWEST_ID = '__id-9223372036854775808__'

/**
 * Writes the documents of one moment as lines (`document-lines.ts` of the model), and for CSV makes a table of those. What was written behind
 * the last note is cut off and written anew, so that each document is in the file once, however often the server was killed.
 */
export async function exportDocuments(run: JobRun<ExportOrder>): Promise<void> {
  const { record, order, pathOf, keep } = run
  const file = await open(pathOf(LINES_FILE), 'a', 0o600)
  try {
    await file.truncate(record.position.byte)
    await writeLines(run, file)
  } finally {
    await file.close()
  }
  const name = nameOf(run)
  if (order.format === 'lines') {
    record.result = { name: `${name}.jsonl`, bytes: (await stat(pathOf(LINES_FILE))).size }
  } else {
    const root = rootOf(run)
    const bytes = await writeCsv({
      ...run,
      from: pathOf(LINES_FILE),
      to: pathOf(CSV_FILE),
      root,
      bytesMax: RESULT_BYTES_MAX,
    })
    record.result = { name: `${name}.csv`, bytes }
  }
  await keep()
}

/** Of a whole export nothing is written again. */
async function writeLines(run: JobRun<ExportOrder>, file: FileHandle): Promise<void> {
  const { record, order, documents, admit, keep, signal } = run
  const { position } = record
  const at = { project: record.project, database: order.database }
  const asked = normaliseQuery(queryOf(run))
  const limit = asked.limit ?? Infinity
  if (await isWhole(run)) return
  // Noted with a whole page alone: of one that was broken off, whoever goes on writes all anew.
  let { byte, readTime: readAt } = position
  const write = async (text: string): Promise<void> => {
    await file.appendFile(text)
    byte += Buffer.byteLength(text)
    if (byte > RESULT_BYTES_MAX) throw tooLarge()
  }
  for (;;) {
    const caller = await admit()
    const isFirst = readAt === undefined
    if (isFirst) void count(run, asked).catch(() => undefined)
    const size = Math.min(PAGE, limit - record.done)
    const page: Query = { ...asked, limit: size, ...(position.after !== undefined && behind(position.after)) }
    let last: Document | undefined
    let found = 0
    const begin = async (readTime: number): Promise<void> => {
      if (readAt !== undefined) return
      readAt = readTime
      const { collection } = order
      const scope = { ...at, ...(order.scope === 'below' && { collection: collection === '' ? null : collection }) }
      await write(formatDocumentFileHead({ ...scope, readTime: formatTimestamp(readTime) }))
    }
    const { readTime } = await documents.streamQuery(
      caller,
      at,
      page,
      async (part) => {
        signal.throwIfAborted()
        await begin(part.readTime)
        found += part.documents.length
        last = part.documents.at(-1) ?? last
        await write(part.documents.map(({ path, json }) => formatDocumentLine(path, json)).join(''))
      },
      isFirst ? {} : { readTime: readAt, readsHistory: true },
    )
    await begin(readTime)
    record.done += found
    if (last !== undefined) position.after = valuesOf(last, asked, at)
    const isEnd = found < size || record.done >= limit
    if (isEnd) await write(formatDocumentFileEnd(record.done))
    await file.datasync()
    position.byte = byte
    position.readTime = readAt
    position.line = isEnd ? record.done : 0
    if (isEnd) record.total = record.done
    await keep()
    if (isEnd) return
  }
}

/** Its last line is there. */
async function isWhole({ record: { position, total, done }, pathOf }: JobRun<ExportOrder>): Promise<boolean> {
  if (position.readTime === undefined || total !== done) return false
  const end = formatDocumentFileEnd(done)
  let text = ''
  for await (const chunk of createReadStream(pathOf(LINES_FILE), { start: Math.max(0, position.byte - end.length) })) {
    text += String(chunk)
  }
  return text === end
}

/** How many there will be is worth knowing, and no reason to wait or to fail. */
async function count(run: JobRun<ExportOrder>, query: Query): Promise<void> {
  const { record, order, documents, admit } = run
  const at = { project: record.project, database: order.database }
  const { values } = await documents.aggregate(await admit(), at, query, [{ alias: 'count', kind: 'count' }])
  const counted = values.get('count')
  if (counted?.kind === 'integer' && record.status === 'running') record.total ??= Number(counted.value)
}

function queryOf({ order, record, decodeQuery }: JobRun<ExportOrder>): Query {
  const { collection, scope, database } = order
  const none = { orderBy: [], offset: 0 }
  if (scope === 'query') {
    const query = decodeQuery(parentPath(parentPath(collection)), order.query)
    const isWholly = query.nearest === undefined && query.offset === 0
    if (!isWholly || query.collectionId !== lastSegment(collection)) throw noSuchQuery()
    return { ...query, select: undefined }
  }
  if (scope === 'collection') {
    return { ...none, parent: parentPath(collection), collectionId: lastSegment(collection), allDescendants: false }
  }
  const all = { ...none, parent: '', allDescendants: true }
  if (collection === '') return all
  const bound = (op: '>=' | '<', path: string) => {
    const value = referenceOf(formatDocumentName(record.project, database, path))
    return { kind: 'field', field: ['__name__'], op, value } as const
  }
  const filters = [bound('>=', `${collection}/${LOWEST_ID}`), bound('<', `${collection}\0/${LOWEST_ID}`)]
  return { ...all, filter: { kind: 'and', filters } }
}

/** A query that its job can't go through. Asked when the job is started, too. */
export function assertExportable(run: Pick<JobRun<ExportOrder>, 'order' | 'record' | 'decodeQuery'>): void {
  queryOf(run as JobRun<ExportOrder>)
}

function behind(after: readonly unknown[]): Pick<Query, 'startAt'> {
  return { startAt: { values: after.map(decodeValue), before: false } }
}

/** What a document has in the order of the query; each value is there, else the query would not have found it. */
function valuesOf(
  { path, fields }: Document,
  { orderBy }: NormalisedQuery,
  { project, database }: { readonly project: string; readonly database: string },
): unknown[] {
  const name = referenceOf(formatDocumentName(project, database, path))
  const valueOf = (field: readonly string[]): Value | undefined => (isNameField(field) ? name : valueAt(fields, field))
  return orderBy.map(({ field }): unknown => JSON.parse(encodeValue(valueOf(field) ?? { kind: 'null' })))
}

function rootOf({ record, order }: JobRun<ExportOrder>): string {
  return `projects/${record.project}/databases/${order.database}/documents`
}

function nameOf({ record, order }: JobRun<ExportOrder>): string {
  const { collection, database } = order
  const whole = database === '(default)' ? record.project : `${record.project}-${database}`
  return (collection === '' ? whole : collection)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(-100)
    .toWellFormed()
}

function tooLarge(): StatusError {
  const text = 'The file would be larger than 4 GiB. Export less at a time, or use `hearth documents export`.'
  return new StatusError('out-of-range', 'RESULT_TOO_LARGE', text)
}

function noSuchQuery(): StatusError {
  const text = 'A job exports what a query of its collection finds, without an offset and without nearest neighbours.'
  return new StatusError('invalid-argument', 'INVALID_REQUEST', text)
}
