import type { Query } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Documents } from '../documents/documents.ts'
import type { JobOrder, JobProblem, JobRecord } from './job-record.ts'

/** A job's work from one batch to the next. */
export interface JobRun<Order extends JobOrder> {
  readonly record: JobRecord
  readonly order: Order
  readonly documents: Pick<Documents, 'streamQuery' | 'aggregate' | 'commit'>
  /** The model's query of a `StructuredQuery` below the document of a path. Throws `invalid-argument`. */
  readonly decodeQuery: (parent: string, query: unknown) => Query
  /** Where a file of the job is. */
  readonly pathOf: (file: string) => string
  /** Aborted when the job is to end. */
  readonly signal: AbortSignal
  /**
   * Before each batch: in whose name it is done. Throws `permission-denied` where whoever started the job may it no more,
   * `resource-exhausted`/`DISK_FULL`, and what the signal was aborted with.
   */
  readonly admit: () => Promise<Caller>
  /** After each batch: writes down how far the job has come, and what could not be done. */
  readonly keep: (problems?: readonly JobProblem[]) => Promise<void>
  /** The server was stopped or killed amid the batch that begins here. */
  readonly isAfterInterruption: boolean
}
