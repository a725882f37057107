import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { database, done, time } from './fields.ts'

/** A path is at most so long; the empty one is the whole database. */
const collection = z.string().check(z.maxLength(6_144))

const exportOrder = z.strictObject({
  kind: z.literal('export'),
  database: z._default(database, '(default)'),
  collection,
  /** What `query` finds, the collection alone, or the collection with all below it. */
  scope: z.enum(['query', 'collection', 'below']),
  query: z.optional(z.unknown()),
  format: z._default(z.enum(['lines', 'csv']), 'lines'),
})
const importOrder = z.strictObject({
  kind: z.literal('import'),
  database: z._default(database, '(default)'),
  collection: z._default(collection, ''),
  /** As somebody's disk calls it. */
  file: z.string('The name of the file is missing.').check(z.maxLength(255)),
  clash: z._default(z.enum(['keep', 'overwrite']), 'keep'),
})

const job = z.object({
  id: z.string(),
  kind: z.enum(['export', 'import']),
  /** Who started it, or let it go on. */
  by: z.object({ kind: z.enum(['person', 'service-key', 'server']), id: z.optional(z.string()) }),
  database: z.string(),
  collection: z.string(),
  /** Of an import. */
  file: z.nullable(z.string()),
  status: z.enum(['uploading', 'queued', 'running', 'done', 'failed', 'cancelled']),
  createdAt: time,
  startedAt: z.nullable(time),
  endedAt: z.nullable(time),
  /** When it goes, with its files; null while it is under way. */
  keptUntil: z.nullable(time),
  /** Documents that it is through with, those that were kept, failed or are in doubt among them. */
  done: z.number(),
  kept: z.number(),
  failures: z.number(),
  /** Whether it was this job that wrote them: it was interrupted, and they are there. */
  inDoubt: z.number(),
  total: z.nullable(z.number()),
  error: z.nullable(z.object({ code: z.string(), reason: z.string(), message: z.string() })),
  result: z.nullable(z.object({ name: z.string(), bytes: z.number() })),
  /** `resume` lets it go on, or tries again what was refused. */
  canResume: z.boolean(),
})
export type ServerJob = z.infer<typeof job>

const problem = z.object({
  /** Of the file; from one. */
  line: z.number(),
  path: z.optional(z.string()),
  /** Canonical; absent where the line is no document. */
  code: z.optional(z.string()),
  message: z.string(),
})
export type ServerJobProblem = z.infer<typeof problem>

const logEntry = z.object({
  at: time,
  what: z.enum(['queued', 'started', 'interrupted', 'done', 'failed', 'cancelled']),
  reason: z.optional(z.string()),
})
export type ServerJobLogEntry = z.infer<typeof logEntry>

const notFound = { JOB_NOT_FOUND: 'not-found' } as const
const full = { TOO_MANY_JOBS: 'resource-exhausted', TOO_MANY_REQUESTS: 'resource-exhausted' } as const
const diskFull = { DISK_FULL: 'resource-exhausted' } as const
const acts = ['documents.export', 'documents.import'] as const

export const listJobs = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/jobs',
  summary:
    'What the server does for members of the project, the newest first, and what became of it in the last seven days (decision 0128).',
  who: 'viewer',
  answer: z.object({ jobs: z.array(job) }),
} as const satisfies Endpoint

export const startJob = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/jobs',
  summary:
    'Starts an export, a viewer’s, or an import, an editor’s, in the name of the caller, whose role is asked again before each batch. An export writes the documents of one moment as the lines of `hearth documents export`, or as a table; `query` is a `StructuredQuery` of the REST form, without offset. An import takes its documents by `lines` and then `begin`. Two jobs of a project run at a time, twenty wait, a hundred are kept.',
  who: 'viewer',
  audit: acts,
  body: z.union([exportOrder, importOrder]),
  status: 202,
  answer: z.object({ job }),
  errors: { ...full, ...diskFull, JOB_FILES_FULL: 'resource-exhausted' },
} as const satisfies Endpoint

export type JobOrder = z.input<typeof startJob.body>

export const getJob = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/jobs/:job',
  summary: 'With its last hundred steps, and the first thousand documents that could not be done.',
  who: 'viewer',
  answer: z.object({ job, log: z.array(logEntry), problems: z.array(problem) }),
  errors: notFound,
} as const satisfies Endpoint

/** One request takes so many at most. */
export const jobLinesMax = 1_000

const uploadedLine = z.union([
  z.strictObject({
    line: z.int().check(z.nonnegative()),
    path: z.string().check(z.maxLength(6_144)),
    fields: z.record(z.string(), z.unknown()),
    isNew: z.optional(z.boolean()),
  }),
  z.strictObject({ line: z.int().check(z.nonnegative()), problem: z.string().check(z.maxLength(1_000)) }),
])
export type UploadedLine = z.input<typeof uploadedLine>

export const sendJobLines = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/jobs/:job/lines',
  summary:
    'Documents of an import, in typed JSON, each with the number of its line in the file and with its path: `isNew` says that the id was made up for this import. A line that is no document says so by its `problem`. `from` is how many lines were sent before; what came already is not taken twice. Answers how many there are.',
  who: 'editor',
  body: z.strictObject({
    from: z.int().check(z.nonnegative()),
    lines: z.array(uploadedLine).check(z.maxLength(jobLinesMax)),
  }),
  bodyBytesMax: 10 * 1024 * 1024,
  answer: z.object({ lines: z.number() }),
  errors: {
    ...notFound,
    ...diskFull,
    JOB_NOT_UPLOADING: 'failed-precondition',
    LINES_MISSING: 'out-of-range',
    UPLOAD_TOO_LARGE: 'resource-exhausted',
  },
} as const satisfies Endpoint

export const beginJob = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/jobs/:job/begin',
  summary: 'All lines of an import were sent: it waits for its turn, and goes on by itself.',
  who: 'editor',
  status: 202,
  answer: z.object({ job }),
  errors: { ...notFound, JOB_NOT_UPLOADING: 'failed-precondition' },
} as const satisfies Endpoint

export const cancelJob = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/jobs/:job/cancel',
  summary: 'Ends a job; what it has done stays done, and `resume` lets it go on. A viewer’s own, else an editor’s.',
  who: 'viewer',
  answer: z.object({ job }),
  errors: notFound,
} as const satisfies Endpoint

export const resumeJob = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/jobs/:job/resume',
  summary:
    'Lets a job go on behind what it has done, which failed or was cancelled, or do again what was refused, from here on in the name of the caller. Of a viewer’s own, else an editor’s.',
  who: 'viewer',
  audit: acts,
  status: 202,
  answer: z.object({ job }),
  errors: { ...notFound, ...full, JOB_NOT_RESUMABLE: 'failed-precondition' },
} as const satisfies Endpoint

export const openJobResult = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/jobs/:job/result',
  summary:
    'The address of the file that the job made, below this server: whoever has it downloads the file, for ten minutes.',
  who: 'viewer',
  isSecret: true,
  answer: z.object({ address: z.string(), endsAt: time }),
  errors: { ...notFound, JOB_HAS_NO_RESULT: 'failed-precondition' },
} as const satisfies Endpoint

export const deleteJob = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/jobs/:job',
  summary: 'Of a job that is over, with its files. A viewer’s own, else an editor’s.',
  who: 'viewer',
  answer: done,
  errors: { ...notFound, JOB_UNDER_WAY: 'failed-precondition' },
} as const satisfies Endpoint
