/** queued → running → done, or → failed, or → cancelled. */
export type JobStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export type JobKind = 'export' | 'import' | 'delete' | 'set-field'

/** A file that a job made, kept in this tab. */
export interface JobFile {
  readonly name: string
  readonly content: Blob
}

/** Something long that goes on in this tab, as screens show it. Never changes: each step makes a new one. */
export interface Job {
  readonly id: number
  /** The project's id. */
  readonly project: string
  readonly kind: JobKind
  /** What it is about, such as the path of a collection. */
  readonly target: string
  readonly status: JobStatus
  /** How many documents it is through with, those that failed among them. */
  readonly done: number
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
  /** Why it ended as a whole. */
  readonly error: unknown
}

/** What a job tells while it runs. */
export interface JobProgress {
  /** Aborted when it is cancelled; what it then throws isn't heard. */
  readonly signal: AbortSignal
  readonly setTotal: (total: number) => void
  /** So many more are through, and so many of them failed. */
  readonly advance: (done: number, problems?: readonly string[]) => void
}

export interface JobOrder {
  readonly project: string
  readonly kind: JobKind
  readonly target: string
  /** Does it all. What it throws is why the job failed. */
  readonly run: (progress: JobProgress) => Promise<JobFile | undefined>
}

/** Closing the tab would end it. */
export function isUnderWay({ status }: Job): boolean {
  return status === 'queued' || status === 'running'
}
