import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { type DocumentFileHead, parseDocumentLine, StatusError, withReferences } from '@hearth/model'
import { FirestoreRest, type RestTarget } from './firestore-rest.ts'
import { readLines } from './read-lines.ts'

const BATCH_WRITES = 400
const BATCH_BYTES = 4 * 1024 * 1024

export interface ImportOptions extends RestTarget {
  readonly file: string
  readonly onProgress: (documents: number) => void
}

/** How far an import into one database has come; kept next to the file until it is whole. */
interface Progress {
  readonly target: string
  readonly head: DocumentFileHead | undefined
  readonly byte: number
  readonly number: number
  readonly documents: number
}

/**
 * Writes the documents of a file of lines (`document-lines.ts` of the model) into a database, over those that are there, and answers
 * how many. References into the database that was exported point into this one afterwards. An import that was
 * interrupted goes on behind the last documents that were acknowledged. Throws `invalid-argument` for a file that is not
 * one, with the number of the line, `data-loss`/`FILE_INCOMPLETE` for one that ends early, and what the server throws.
 */
export async function importDocuments(options: ImportOptions): Promise<number> {
  const rest = new FirestoreRest(options)
  const progressFile = `${options.file}.import-progress`
  let progress = await readProgress(progressFile, `${options.origin}/${rest.root}`)
  let writes: unknown[] = []
  let bytes = 0
  let isWhole = false
  const { byte, number } = progress
  for await (const line of readLines(options.file, { byte, number })) {
    if (isWhole) throw new StatusError('invalid-argument', 'INVALID_LINE', `Line ${line.number} is behind the end.`)
    const parsed = parseDocumentLine(line.text, line.number)
    if ((parsed.kind === 'head') !== (line.number === 1)) {
      throw new StatusError('invalid-argument', 'INVALID_LINE', `Line ${line.number} is not where it belongs.`)
    }
    let { head, documents } = progress
    if (parsed.kind === 'head') head = parsed
    else if (parsed.kind === 'end') isWhole = true
    else {
      const from = `projects/${head?.project ?? ''}/databases/${head?.database ?? ''}/documents`
      const fields = withReferences(parsed.fields, from, rest.root)
      writes.push({ update: { name: `${rest.root}/${parsed.path}`, fields } })
      bytes += line.text.length
      documents++
    }
    progress = { ...progress, head, byte: line.end, number: line.number, documents }
    if (writes.length < BATCH_WRITES && bytes < BATCH_BYTES && !isWhole) continue
    if (writes.length > 0) await rest.call('commit', { writes })
    writes = []
    bytes = 0
    await writeProgress(progressFile, progress)
    options.onProgress(progress.documents)
  }
  if (!isWhole) {
    const text = `${options.file} ends before its last line: its export was interrupted. Run the export again, which goes on with it.`
    throw new StatusError('data-loss', 'FILE_INCOMPLETE', text)
  }
  await rm(progressFile, { force: true })
  return progress.documents
}

async function readProgress(file: string, target: string): Promise<Progress> {
  const begin: Progress = { target, head: undefined, byte: 0, number: 0, documents: 0 }
  if (!existsSync(file)) return begin
  const known = JSON.parse(await readFile(file, 'utf8')) as Progress
  return known.target === target ? known : begin
}

async function writeProgress(file: string, progress: Progress): Promise<void> {
  await writeFile(`${file}.partial`, JSON.stringify(progress))
  await rename(`${file}.partial`, file)
}
