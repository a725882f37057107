import { z } from 'zod'
import type { AuditedAct } from '../audit/audit-entry.ts'

/** Raised when an earlier release would not understand what is kept of a job. */
export const JOB_FORMAT = 1
/** What is told of a job as it goes on; older entries go. */
export const LOG_MAX = 100
/** What could not be done, one by one; of more there is the count alone. */
export const PROBLEMS_MAX = 1_000

const actor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), uid: z.string() }),
  z.object({ kind: z.literal('service-key'), id: z.string() }),
  z.object({ kind: z.literal('server') }),
])
/** In whose name a job works. */
export type JobActor = z.infer<typeof actor>

const exportOrder = z.object({
  kind: z.literal('export'),
  database: z.string(),
  /** '' for the whole database. */
  collection: z.string(),
  /** What `query` finds, the collection alone, or the collection with all below it. */
  scope: z.enum(['query', 'collection', 'below']),
  /** With the scope `query`: a `StructuredQuery` as the REST form of the documents has it. */
  query: z.unknown().optional(),
  format: z.enum(['lines', 'csv']),
})
const importOrder = z.object({
  kind: z.literal('import'),
  database: z.string(),
  /** Where its documents go, for those who look at it afterwards; '' for the whole database. */
  collection: z.string(),
  /** As somebody's disk calls it. */
  file: z.string(),
  /** What becomes of documents that are there already. */
  clash: z.enum(['keep', 'overwrite']),
})
export type ExportOrder = z.infer<typeof exportOrder>
export type ImportOrder = z.infer<typeof importOrder>
export type JobOrder = ExportOrder | ImportOrder

const logEntry = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  what: z.enum(['queued', 'started', 'interrupted', 'done', 'failed', 'cancelled']),
  /** With `failed`: why. */
  reason: z.string().optional(),
})
export type JobLogEntry = z.infer<typeof logEntry>

/** How far a job has come. What is behind it is done anew by whoever goes on. */
const position = z.object({
  /** Bytes of the file that is written, or that are read. */
  byte: z.number(),
  /** Of what is read, the number of the last line. */
  line: z.number(),
  /** Of an export: the one moment that all its documents are of. */
  readTime: z.number().optional(),
  /** Of an export: the values that the last document has in the order of the query, in typed JSON. */
  after: z.array(z.unknown()).optional(),
})

export const jobShape = z.object({
  format: z.number().int(),
  id: z.string(),
  project: z.string(),
  by: actor,
  order: z.discriminatedUnion('kind', [exportOrder, importOrder]),
  status: z.enum(['uploading', 'queued', 'running', 'done', 'failed', 'cancelled']),
  /** Milliseconds since the epoch, as all times here. */
  createdAt: z.number(),
  startedAt: z.number().optional(),
  endedAt: z.number().optional(),
  /** How many documents it is through with, those that were kept or failed among them. */
  done: z.number(),
  kept: z.number(),
  failures: z.number(),
  /** Of the failures, those that may be tried again: documents that were refused, as far as they are told of. */
  refused: z.number(),
  /** Of so many nobody can say whether this job wrote them: it was interrupted, and they are there. */
  inDoubt: z.number(),
  total: z.number().optional(),
  error: z.object({ code: z.string(), reason: z.string(), message: z.string() }).optional(),
  position,
  /** Of an import: what was sent so far. */
  upload: z.object({ lines: z.number(), bytes: z.number() }),
  /** Only these lines are imported: those that were refused before. */
  only: z.array(z.number()).optional(),
  result: z.object({ name: z.string(), bytes: z.number() }).optional(),
  log: z.array(logEntry),
})

/** What is kept of a job, beside its files and what could not be done. */
export type JobRecord = z.infer<typeof jobShape>
export type JobStatus = JobRecord['status']

const problem = z.object({
  /** Of the file; from one. */
  line: z.number(),
  /** Of the document; absent where the line is none. */
  path: z.string().optional(),
  /** Canonical; absent where the line is none. */
  code: z.string().optional(),
  message: z.string(),
})
/** What could not be done, and why. */
export type JobProblem = z.infer<typeof problem>
export const problemsShape = z.array(problem)

export function isUnderWay({ status }: Pick<JobRecord, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** It failed or was cancelled, and may go on, or it is done and may try again what was refused. */
export function isResumable({ status, order, total, refused }: JobRecord): boolean {
  if (status === 'done') return refused > 0
  // Of an import that was never begun some lines are missing.
  const isWhole = order.kind === 'export' || total !== undefined
  return isWhole && (status === 'failed' || status === 'cancelled')
}

/** What it has come to means nothing any more. */
export function beginAnew(record: JobRecord): void {
  record.position = { byte: 0, line: 0 }
  delete record.only
  record.done = 0
  record.kept = 0
  record.failures = 0
  record.refused = 0
  record.inDoubt = 0
  if (record.order.kind === 'export') delete record.total
}

/** What a job tells the project's audit log: when it begins, and what became of it. */
export function auditedAct(
  { project, by, order, done, kept, failures, inDoubt }: JobRecord,
  state: string,
): AuditedAct {
  const { collection, database } = order
  const counts = { through: String(done - kept - failures - inDoubt), refused: String(failures) }
  return {
    project,
    actor: by,
    action: order.kind === 'export' ? 'documents.export' : 'documents.import',
    target: collection,
    detail: { state, database, ...(state !== 'begun' && counts) },
  }
}
