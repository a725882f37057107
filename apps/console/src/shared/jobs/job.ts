import type { ServerJob } from '@hearth/api'

/** queued → running → done, or → failed, or → cancelled. */
export type JobStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type JobKind =
  | 'export'
  | 'import'
  | 'delete'
  | 'set-field'
  | 'take-back'
  | 'restore'
  | 'delete-files'
  | 'move-files'
  | 'disable-users'
  | 'enable-users'
  | 'sign-out-users'
  | 'delete-users'
  | 'export-users'

/** A file that a job made, kept in this tab. */
export interface JobFile {
  readonly name: string
  readonly content: Blob
  /** What somebody has to know who uses it, in words. */
  readonly caution?: string
}

/** A collection, to be looked at when a job is over; an empty path is the whole database. */
export interface JobPlace {
  readonly database: string
  readonly path: string
}

/**
 * The way back from what a job did: there is none, it is there once the job is over, it was taken, or what would lead back is too much to keep.
 */
export type JobUndo = 'none' | 'possible' | 'begun' | 'too-much'

/** Something long that goes on in this tab or on the server, as screens show it. Never changes: each step makes a new one. */
export interface Job {
  /** A number of this tab, or the server's id. */
  readonly id: number | string
  /** The project's id. */
  readonly project: string
  readonly kind: JobKind
  /** What it is about, such as the path of a collection or of a folder. */
  readonly target: string
  readonly status: JobStatus
  /** How many documents, files or users it is through with, those that were kept or failed among them. */
  readonly done: number
  /** How many were left as they are, as was asked. */
  readonly kept: number
  /** Of how many nobody can say whether they were written: the answer was lost. */
  readonly inDoubt: number
  /** How many there are, once that is known. */
  readonly total: number | undefined
  /** What couldn't be done, in words; the first of them. */
  readonly problems: readonly string[]
  /** How many couldn't be done. */
  readonly failures: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number | undefined
  readonly file: JobFile | undefined
  /** Somebody has downloaded it. */
  readonly isFileSaved: boolean
  /** Why it ended as a whole. */
  readonly error: unknown
  /** See `JobOrder`. */
  readonly place: JobPlace | undefined
  readonly canGoOn: boolean
  readonly canRetry: boolean
  readonly needsRecentSignIn: boolean
  readonly undo: JobUndo
  /** The server takes it back for those alone who signed in a short while ago. */
  readonly undoNeedsRecentSignIn: boolean
  /** It goes on there; undefined for a job of this tab. */
  readonly server: ServerJob | undefined
}

/** What a job tells while it runs. */
export interface JobProgress {
  /** Aborted when it is cancelled; what it then throws isn't heard, what it advances by is. */
  readonly signal: AbortSignal
  readonly setTotal: (total: number) => void
  /** So many more are through; so many of them failed, so many were left as they are, and so many are in doubt. Less are, when that is settled. */
  readonly advance: (done: number, problems?: readonly string[], kept?: number, inDoubt?: number) => void
}

export interface JobOrder {
  readonly project: string
  readonly kind: JobKind
  readonly target: string
  /** Does it all. What it throws is why the job failed. */
  readonly run: (progress: JobProgress) => Promise<JobFile | undefined>
  readonly place?: JobPlace
  /** When it has failed, `run` may be called again, and goes on where it was. */
  readonly canGoOn?: boolean
  /** When it is done, `run` may be called again, and does what was refused. */
  readonly canRetry?: boolean
  /** The server does it for those alone who signed in a short while ago. */
  readonly needsRecentSignIn?: boolean
  /** Asked once it is over: what takes back what it did by then; undefined where there is nothing to take back. */
  readonly undo?: () => JobOrder | 'too-much' | undefined
  /** What it leads to is a job of the server: done, it leaves the list without a word. */
  readonly isHandedOver?: boolean
}

/** What became of a job that is done: all of it, a part, or nothing, because everything was kept or failed. */
export type JobOutcome = 'all' | 'part' | 'nothing-new' | 'nothing'

/** What a job goes through one after the other. */
export type JobUnit = 'documents' | 'files' | 'users'

const units: Readonly<Record<JobKind, JobUnit>> = {
  export: 'documents',
  import: 'documents',
  delete: 'documents',
  'set-field': 'documents',
  'take-back': 'documents',
  restore: 'documents',
  'delete-files': 'files',
  'move-files': 'files',
  'disable-users': 'users',
  'enable-users': 'users',
  'sign-out-users': 'users',
  'delete-users': 'users',
  'export-users': 'users',
}

export function unitOf({ kind }: Pick<Job, 'kind'>): JobUnit {
  return units[kind]
}

/** It does more than read. */
export function isChange({ kind }: Pick<Job, 'kind'>): boolean {
  return kind !== 'export' && kind !== 'export-users'
}

/** How many were really written, deleted, moved or changed; of an export, how many are in the file. */
export function achievedBy({ done, kept, failures, inDoubt }: Job): number {
  return done - kept - failures - inDoubt
}

export function outcomeOf(job: Job): JobOutcome {
  const isAny = achievedBy(job) + job.inDoubt > 0
  if (job.failures > 0) return isAny ? 'part' : 'nothing'
  return isAny || !isChange(job) ? 'all' : 'nothing-new'
}

/** What was refused can be tried again. */
export function isRetryable({ status, failures, canRetry }: Job): boolean {
  return status === 'done' && failures > 0 && canRetry
}

/** Closing the tab would take its file along. */
export function holdsFile({ file, isFileSaved }: Job): boolean {
  return file !== undefined && !isFileSaved
}

/** Closing the tab would end it. */
export function isUnderWay({ status }: Job): boolean {
  return status === 'queued' || status === 'running'
}

/** A file that a job makes is kept in this tab until it is saved; for more there are the commands of `hearth`. */
export const fileCharactersMax = 512 * 1024 * 1024
