import { parseDocumentLine, StatusError, withReferences } from '@hearth/model'
import { FirestoreRest, type RestTarget } from './firestore-rest.ts'
import { ImportProgress, type RefusedDocument } from './import-progress.ts'
import { readLines } from '../../lib/read-lines.ts'

const BATCH_WRITES = 400
/** Of the request, in UTF-8. */
const BATCH_BYTES = 4 * 1024 * 1024
/** More are no exceptions, but a file that is wrong for this database. */
const REFUSED_MAX = 100

export interface ImportOptions extends RestTarget {
  readonly file: string
  readonly onProgress: (documents: number) => void
  /** Another file has the name of the one that was begun, so it is imported from its beginning. */
  readonly onAnotherFile: () => void
}

/**
 * Writes the documents of a file of lines (`document-lines.ts` of the model) into a database, over those that are there, and answers
 * how many. References into the database that was exported point into this one afterwards. An import that was
 * interrupted goes on behind the last documents that were acknowledged, if the file is the same up to there. A document
 * that is refused stops no other.
 *
 * Throws `invalid-argument`/`INVALID_LINE` for a file that is not one, with the number of the line;
 * `data-loss`/`FILE_INCOMPLETE` for one that ends early, or has another number of documents than it says;
 * `failed-precondition`/`DOCUMENTS_REFUSED` at the end of an import that lacks documents, with their paths, and at once
 * when they are too many; and what the server throws.
 */
export async function importDocuments(options: ImportOptions): Promise<number> {
  const rest = new FirestoreRest(options)
  const { progress, begun, isAnother } = await ImportProgress.open(options.file, `${options.origin}/${rest.root}`)
  if (isAnother) options.onAnotherFile()
  let { head, documents, refused } = begun
  let batch: LineWrite[] = []
  let bytes = 0
  let isWhole = false
  const { byte, number } = begun
  for await (const line of readLines(options.file, { byte, number })) {
    if (isWhole) throw invalidLine(`Line ${line.number} is behind the end.`)
    const parsed = parseDocumentLine(line.text, line.number)
    if (line.number === 1 && parsed.kind !== 'head') {
      throw invalidLine('Line 1 is not the head of an export. Lines cut from one are imported in the console.')
    }
    if (parsed.kind === 'head' && line.number !== 1) {
      throw invalidLine(`Line ${line.number} is not where it belongs.`)
    }
    if (parsed.kind === 'end') {
      refused = withRefused(refused, await writeDocuments(rest, batch))
      // The end is read again by whoever goes on, until the import is whole.
      requireCount(options.file, parsed.documents, documents)
      isWhole = true
      continue
    }
    progress.note(line.bytes)
    if (parsed.kind === 'head') head = parsed
    else {
      const { path } = parsed
      const from = `projects/${head?.project ?? ''}/databases/${head?.database ?? ''}/documents`
      const fields = withReferences(parsed.fields, from, rest.root)
      const write = { update: { name: `${rest.root}/${path}`, fields } }
      batch.push({ path, line: line.number, write })
      bytes += Buffer.byteLength(JSON.stringify(write))
      documents++
    }
    if (batch.length < BATCH_WRITES && bytes < BATCH_BYTES) continue
    refused = withRefused(refused, await writeDocuments(rest, batch))
    batch = []
    bytes = 0
    await progress.keep({ head, byte: line.end, number: line.number, documents, refused })
    options.onProgress(documents)
  }
  if (!isWhole) {
    const text = `${options.file} ends before its last line: its export was interrupted. Run the export again, which goes on with it.`
    throw new StatusError('data-loss', 'FILE_INCOMPLETE', text)
  }
  options.onProgress(documents)
  await progress.remove()
  if (refused.length > 0) {
    throw refusal(`Of ${countDocuments(documents)} ${refused.length} could not be written:`, refused)
  }
  return documents
}

function requireCount(file: string, said: number, found: number): void {
  if (said === found) return
  const text = `${file} says at its end that it has ${countDocuments(said)}, but has ${found.toLocaleString('en')}, which were imported. Export anew.`
  throw new StatusError('data-loss', 'FILE_INCOMPLETE', text)
}

function withRefused(known: readonly RefusedDocument[], more: readonly RefusedDocument[]): readonly RefusedDocument[] {
  const all = [...known, ...more]
  if (all.length <= REFUSED_MAX) return all
  throw refusal(`More than ${REFUSED_MAX} documents were refused, so the import stops:`, all.slice(0, REFUSED_MAX))
}

function refusal(sentence: string, refused: readonly RefusedDocument[]): StatusError {
  const lines = refused.map(({ path, line, complaint }) => `  ${path} (line ${line}): ${complaint}`)
  return new StatusError('failed-precondition', 'DOCUMENTS_REFUSED', [sentence, ...lines].join('\n'))
}

function invalidLine(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_LINE', message)
}

/** One document of a file, as a write of the REST form. */
interface LineWrite {
  readonly path: string
  readonly line: number
  readonly write: unknown
}

/**
 * Writes documents in one commit. One that is refused, because it is too large or because of a document in it, is divided
 * until each document is written or refused by itself. Answers those that were refused; throws what has nothing to do with the documents.
 */
async function writeDocuments(rest: FirestoreRest, documents: readonly LineWrite[]): Promise<RefusedDocument[]> {
  const [first] = documents
  if (first === undefined) return []
  try {
    await rest.call('commit', { writes: documents.map(({ write }) => write) })
    return []
  } catch (error) {
    if (!(error instanceof StatusError) || error.code !== 'invalid-argument') throw error
    if (documents.length === 1) return [{ path: first.path, line: first.line, complaint: error.message }]
  }
  const half = Math.ceil(documents.length / 2)
  const refused = await writeDocuments(rest, documents.slice(0, half))
  return [...refused, ...(await writeDocuments(rest, documents.slice(half)))]
}

/** `1 document`, `1,204 documents`. */
export function countDocuments(count: number): string {
  return count === 1 ? '1 document' : `${count.toLocaleString('en')} documents`
}
