import { StatusError } from '@hearth/model'
import type { Clock } from '../../ambient.ts'
import type { BackupKind } from './manifest.ts'

/** In the order in which they come. Of a backup: `store`, `files`, `verify`; of a restore: `verify`, `files`, `replace`. */
export type BackupPhase = 'store' | 'files' | 'verify' | 'replace'

/** A backup or a restore under way, or the last one that ended. Times in milliseconds since the epoch. */
export interface BackupJob {
  readonly kind: 'backup' | 'restore'
  /** Of the backup that is made: why. */
  readonly reason: BackupKind | undefined
  /** The backup that is made or restored. */
  readonly backup: string
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

/** One job of a project at a time, and what became of the last. */
export class BackupJobs {
  readonly #clock: Clock
  /** Of each project; some hundred bytes. */
  readonly #newest = new Map<string, BackupJob>()
  readonly #running = new Map<string, Promise<unknown>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  find(project: string): BackupJob | undefined {
    return this.#newest.get(project)
  }

  /** Throws `failed-precondition`/`BACKUP_UNDER_WAY`. `work` begins at once; its failure is noted in the job, and thrown. */
  run<T>(
    project: string,
    about: Pick<BackupJob, 'kind' | 'reason' | 'backup' | 'phase'>,
    work: (job: BackupJob) => Promise<T>,
  ): { readonly job: BackupJob; readonly done: Promise<T> } {
    this.assertFree(project)
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
    const done = this.#work(project, job, work)
    return { job, done }
  }

  async #work<T>(project: string, job: BackupJob, work: (job: BackupJob) => Promise<T>): Promise<T> {
    const working = work(job)
    this.#running.set(project, working)
    try {
      return await working
    } catch (error) {
      job.failure =
        error instanceof StatusError
          ? { reason: error.reason, message: error.message }
          : { reason: 'INTERNAL', message: 'The server met an error that its log describes.' }
      throw error
    } finally {
      job.finishedAt = this.#clock.nowMs()
      this.#running.delete(project)
    }
  }

  /** Throws `failed-precondition`/`BACKUP_UNDER_WAY`. */
  assertFree(project: string): void {
    if (!this.#running.has(project)) return
    const text = 'A backup or a restore of this project is under way. Wait until it has ended.'
    throw new StatusError('failed-precondition', 'BACKUP_UNDER_WAY', text)
  }

  forget(project: string): void {
    this.#newest.delete(project)
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }
}
