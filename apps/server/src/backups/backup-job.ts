import { StatusError } from '@hearth/model'
import type { Clock } from '../lib/ambient.ts'
import type { BackupKind } from './manifest.ts'

/** In the order in which they come. Of a backup: `store`, `files`, `verify`; of a restore: `verify`, `files`, `replace`, `verify` (what was there before). */
export type BackupPhase = 'store' | 'files' | 'verify' | 'replace'

/** A backup or a restore under way, or the last one that ended. Times in milliseconds since the epoch. */
export interface BackupJob {
  readonly kind: 'backup' | 'restore'
  /** Of the backup that is made: why. */
  readonly reason: BackupKind | undefined
  /** The backup that is made or restored. */
  readonly backup: string
  /** Of a restore: what was closed since is open again. */
  readonly isExact?: boolean
  readonly startedAt: number
  phase: BackupPhase
  /** Bytes in the phase `store`, files in the phase `files`. */
  done: number
  total: number
  finishedAt: number | undefined
  /** Of a restore that came through: the backup of what was there before. */
  before: string | undefined
  failure: { readonly reason: string; readonly message: string } | undefined
}

export type AboutJob = Pick<BackupJob, 'kind' | 'reason' | 'backup' | 'isExact' | 'phase'>

/** What is under way for each project, or became of the last. That there is one at a time is for `BackupLock`. */
export class BackupJobs {
  readonly #clock: Clock
  /** Of each project; some hundred bytes. */
  readonly #newest = new Map<string, BackupJob>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  find(project: string): BackupJob | undefined {
    return this.#newest.get(project)
  }

  begin(project: string, about: AboutJob): BackupJob {
    const job: BackupJob = {
      ...about,
      startedAt: this.#clock.nowMs(),
      done: 0,
      total: 0,
      finishedAt: undefined,
      before: undefined,
      failure: undefined,
    }
    this.#newest.set(project, job)
    return job
  }

  /** Does what the job is about. Its failure is noted in the job, and thrown. */
  async work<T>(job: BackupJob, work: (job: BackupJob) => Promise<T>): Promise<T> {
    try {
      return await work(job)
    } catch (error) {
      job.failure =
        error instanceof StatusError
          ? { reason: error.reason, message: error.message }
          : { reason: 'INTERNAL', message: 'The server met an error that its log describes.' }
      throw error
    } finally {
      job.finishedAt = this.#clock.nowMs()
    }
  }

  forget(project: string): void {
    this.#newest.delete(project)
  }
}

/** From here on other things are counted. */
export function enterPhase(job: BackupJob, phase: BackupPhase, total = 0): void {
  job.phase = phase
  job.done = 0
  job.total = total
}
