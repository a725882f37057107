import { setTimeout as wait } from 'node:timers/promises'
import {
  decodeFields,
  formatDocumentLine,
  MAX_DOCUMENT_VALUES,
  type Mutation,
  parseJson,
  StatusError,
  validateDocumentPath,
} from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { readLines } from '../lib/read-lines.ts'
import { Turn } from '../lib/turn.ts'
import type { ImportOrder, JobProblem } from './job-record.ts'
import type { JobRun } from './job-run.ts'

export const UPLOAD_FILE = 'upload.jsonl'

const BATCH_DOCUMENTS = 200
/** In typed JSON. */
const BATCH_CHARACTERS = 2 * 1024 * 1024
/** Commits that are planned in one turn. */
const BEGUN_AT_ONCE = 25
/** What passes by itself is tried again after each of these; milliseconds. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000]
const passing: ReadonlySet<string> = new Set(['unavailable', 'aborted', 'deadline-exceeded', 'resource-exhausted'])
/** Not the document's fault. */
const ofTheJob: ReadonlySet<string> = new Set(['permission-denied', 'unauthenticated', 'internal', 'not-found'])

/** A line as it was sent: a document, or what is wrong with a line of the file. */
export type UploadedLine =
  | { readonly line: number; readonly path: string; readonly fields: unknown; readonly isNew?: boolean | undefined }
  | { readonly line: number; readonly problem: string }

/** In typed JSON a value is an object with a member, which may be an object with a list in it. */
const NODES_MAX = 5 * MAX_DOCUMENT_VALUES

/**
 * Whether fields may be those of a document: whoever writes and reads the line that has them goes through all of it in one turn. Looks at no
 * more than it has to.
 */
function mayBeDocument(fields: unknown): boolean {
  const open = [fields]
  let nodes = 0
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    const inner: readonly unknown[] = Array.isArray(node) ? node : Object.values(node)
    nodes += inner.length
    if (nodes > NODES_MAX) return false
    for (const one of inner) open.push(one)
  }
  return true
}

/** As a job keeps it: a line of documents, with its number. */
export function lineText(line: UploadedLine): string {
  if ('problem' in line) return `${JSON.stringify({ line: line.line, problem: line.problem })}\n`
  const { line: number, isNew, path, fields } = line
  if (!mayBeDocument(fields)) return lineText({ line: number, problem: 'A document has at most 100,000 values.' })
  const beside = `{"line":${number},${isNew === true ? '"isNew":true,' : ''}`
  return formatDocumentLine(path, JSON.stringify(fields)).replace('{', () => beside)
}

type UploadedDocument = Extract<UploadedLine, { readonly path: string }>

/**
 * Writes the documents that were sent. A line that is none, and a document that is refused, is told of and stops no other. Each document has its
 * id from before the import began, so that what is written anew after the server was killed is the same document.
 */
export async function importDocuments(run: JobRun<ImportOrder>): Promise<void> {
  const { record, pathOf, admit, keep, signal } = run
  const { position } = record
  const only = record.only === undefined ? undefined : new Set(record.only)
  const turn = new Turn()
  let batch = new Map<string, UploadedDocument>()
  let characters = 0
  let problems: JobProblem[] = []
  let isAgain = run.isAfterInterruption
  let { byte, line: number } = position
  const send = async (): Promise<void> => {
    const caller = await admit()
    const outcomes = await writeAll(run, caller, [...batch.values()], isAgain)
    isAgain = false
    record.done += batch.size + problems.length
    const refused = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.problem] : []))
    const countOf = (kind: Outcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length
    record.kept += countOf('kept')
    record.inDoubt += countOf('in-doubt')
    record.failures += refused.length + problems.length
    position.byte = byte
    position.line = number
    await keep([...problems, ...refused])
    batch = new Map()
    characters = 0
    problems = []
  }
  for await (const read of readLines(pathOf(UPLOAD_FILE), { byte, number })) {
    signal.throwIfAborted()
    if (turn.isOver) await turn.next()
    const line = parseJson(read.text) as UploadedLine
    if (only === undefined || only.has(line.line)) {
      if ('problem' in line) problems.push({ line: line.line, message: line.problem })
      else {
        // One batch writes a document once; the later line holds.
        if (batch.has(line.path)) await send()
        batch.set(line.path, line)
        characters += read.text.length
      }
    }
    byte = read.end
    number = read.number
    if (batch.size >= BATCH_DOCUMENTS || characters >= BATCH_CHARACTERS || problems.length >= BATCH_DOCUMENTS)
      await send()
  }
  await send()
}

type Outcome =
  | { readonly kind: 'written' | 'kept' | 'in-doubt' }
  | { readonly kind: 'refused'; readonly problem: JobProblem }

/** All of them are on their way at once, and others have their turn while they are begun. */
async function writeAll(
  run: JobRun<ImportOrder>,
  caller: Caller,
  documents: readonly UploadedDocument[],
  isAgain: boolean,
): Promise<Outcome[]> {
  const turn = new Turn()
  const outcomes: Promise<Outcome>[] = []
  for (const [at, document] of documents.entries()) {
    if (at > 0 && at % BEGUN_AT_ONCE === 0) await turn.next()
    else if (turn.isOver) await turn.next()
    const outcome = writeOne(run, caller, document, isAgain)
    // It may fail before all of them are waited for.
    outcome.catch(() => undefined)
    outcomes.push(outcome)
  }
  // What one of them says of the job is heard when none is under way any more.
  await Promise.allSettled(outcomes)
  return await Promise.all(outcomes)
}

async function writeOne(
  run: JobRun<ImportOrder>,
  caller: Caller,
  document: UploadedDocument,
  isAgain: boolean,
): Promise<Outcome> {
  const { line, path } = document
  const mayKeep = run.order.clash === 'keep'
  try {
    await commitOne(run, caller, document)
    return { kind: 'written' }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    const { code, message } = error
    if (passing.has(code) || ofTheJob.has(code)) throw error
    if (mayKeep && code === 'already-exists') {
      if (!isAgain) return { kind: 'kept' }
      // Nobody else has an id that was made up for this import.
      return { kind: document.isNew === true ? 'written' : 'in-doubt' }
    }
    return { kind: 'refused', problem: { line, path, code, message } }
  }
}

async function commitOne(
  { record, order, documents, signal }: JobRun<ImportOrder>,
  caller: Caller,
  { path, fields }: UploadedDocument,
): Promise<void> {
  validateDocumentPath(path)
  const mutation: Mutation = {
    kind: 'set',
    path,
    fields: decodeFields(fields),
    transforms: [],
    precondition: order.clash === 'keep' ? { kind: 'exists', exists: false } : { kind: 'none' },
  }
  const at = { project: record.project, database: order.database }
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      await documents.commit(caller, at, [mutation])
      return
    } catch (error) {
      if (pause === undefined || !(error instanceof StatusError) || !passing.has(error.code)) throw error
      await wait(pause, undefined, { signal })
    }
  }
}
