import { StatusError } from '@hearth/model'
import type { Random } from '../lib/ambient.ts'
import type { ActName } from '../audit/act-names.ts'
import type { AuditedAct } from '../audit/audit-entry.ts'
import { beginGracePeriod, countOn } from '../lib/grace-period.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import { type AboutJob, type BackupJob, BackupJobs, enterPhase } from './backup-job.ts'
import type { DeletedBackup } from './backup-folders.ts'
import { BackupLock } from './backup-lock.ts'
import { BackupRetention } from './backup-retention.ts'
import { makeBackup } from './make-backup.ts'
import type { BackupKind, Manifest } from './manifest.ts'
import { restoreBackup, type RestoreContext } from './restore-backup.ts'

/** Those that nobody deletes; then somebody has to before the next. */
export const BY_HAND_MAX = 20
/** Those that wait for somebody to take them back. */
const DELETED_MAX = 20
/** For so long a deleted backup can be taken back. */
export const BACKUP_GRACE_MS = 3 * 24 * 60 * 60_000
/** The newest; older ones go. */
export const BEFORE_RESTORE_KEPT = 5

export interface ProjectBackupsOptions extends RestoreContext {
  /** Nightly backups of a project; older ones go. */
  readonly nightlyKept: number
  readonly random: Random
  /** Whether the clock is believed, so that it is known which backups are the newest. */
  readonly sweepsMayRun: () => boolean
  /** While it is not, nobody's time to take a backup back runs out. */
  readonly isClockBelieved: () => boolean
  /** Writes down what nobody asked for just now: nightly backups, and what failed. Must not throw and must not wait. */
  readonly noteAct: (act: AuditedAct) => void
}

/** What a job is about, and how it is done. */
interface Task<T> {
  readonly about: AboutJob
  readonly work: (job: BackupJob) => Promise<T>
}

/**
 * The backups of all projects: made while the project goes on, restored in its place, and deleted. One of these of a project at a time, from its
 * first check to the last that follows from it (`BackupLock`). The console's own project has nightly ones too, but nobody puts an earlier registry of
 * projects under a running server.
 */
export class ProjectBackups {
  readonly #options: ProjectBackupsOptions
  readonly #lock = new BackupLock()
  readonly #jobs: BackupJobs
  readonly #retention: BackupRetention
  readonly #stopping = new AbortController()

  constructor(options: ProjectBackupsOptions) {
    this.#options = options
    this.#jobs = new BackupJobs(options.clock)
    this.#retention = new BackupRetention(options, options.log)
  }

  /** The newest first. */
  async list(project: string): Promise<Manifest[]> {
    return await this.#options.folders.list(project, this.#options.log)
  }

  /** What is under way, or what ended last since the server was started. */
  findJob(project: string): BackupJob | undefined {
    return this.#jobs.find(project)
  }

  /**
   * Begins a backup and answers at once. Throws `resource-exhausted`/`TOO_MANY_BACKUPS` and as `BackupLock.take`; what keeps it from being finished is
   * in the job.
   */
  async begin(project: string): Promise<BackupJob> {
    const { job } = await this.#begin(project, async () => {
      const byHand = (await this.list(project)).filter(({ kind }) => kind === 'by-hand')
      if (byHand.length >= BY_HAND_MAX) {
        const text = `A project keeps at most ${BY_HAND_MAX} backups that were made by hand. Delete one first.`
        throw new StatusError('resource-exhausted', 'TOO_MANY_BACKUPS', text)
      }
      return this.#making(project, 'by-hand')
    })
    return job
  }

  /** A nightly backup, to its end; older ones go when it is there. Throws as `makeBackup` and `BackupLock.take`. */
  async makeNightly(project: string): Promise<Manifest> {
    const { done } = await this.#begin(project, async () => {
      const { about, work } = this.#making(project, 'nightly')
      return {
        about,
        work: async (job) => {
          const manifest = await work(job)
          const { id, kind } = manifest
          this.#note(project, 'backups.create', id, { kind })
          enterPhase(job, 'verify')
          await this.#retention.thinOut(project, kind, this.#options.nightlyKept)
          await this.#retention.verifyUnverified(project, this.#stopping.signal)
          return manifest
        },
      }
    })
    return await done
  }

  /**
   * Begins to restore a backup, `isExact` with what was closed since (`replacement-terms.ts`), once `note` has written down that it will, and answers at once. Throws `not-found`/`BACKUP_NOT_FOUND`,
   * `failed-precondition`/`CONSOLE_STAYS` for the console's own project, and as `BackupLock.take`; what keeps it from being finished is in the job.
   */
  async beginRestore(
    project: string,
    { id, isExact }: { readonly id: string; readonly isExact: boolean },
    note: () => Promise<void>,
  ): Promise<BackupJob> {
    if (project === CONSOLE_PROJECT) {
      const text = 'The project of the console itself is restored with the whole server: see "hearth help restore".'
      throw new StatusError('failed-precondition', 'CONSOLE_STAYS', text)
    }
    const { job } = await this.#begin(project, async () => {
      const manifest = await this.#options.folders.get(project, id)
      await note()
      return this.#restoring(manifest, isExact)
    })
    return job
  }

  /** Those that can be taken back, the newest first. */
  async listDeleted(project: string): Promise<DeletedBackup[]> {
    return await this.#options.folders.listDeleted(project, this.#options.log)
  }

  /**
   * It is listed no more, and can be taken back. Throws `not-found`/`BACKUP_NOT_FOUND`, `resource-exhausted`/`TOO_MANY_DELETED_BACKUPS`, and as
   * `BackupLock.take`.
   */
  async remove(project: string, id: string): Promise<DeletedBackup> {
    const { folders, clock } = this.#options
    return await this.#whileHeld(project, async () => {
      const manifest = await folders.get(project, id)
      if ((await this.listDeleted(project)).length >= DELETED_MAX) {
        const text = `At most ${DELETED_MAX} deleted backups wait for somebody to take them back. Delete one of them for good first.`
        throw new StatusError('resource-exhausted', 'TOO_MANY_DELETED_BACKUPS', text)
      }
      const grace = beginGracePeriod(clock.nowMs())
      await folders.putAway(project, id, grace)
      return { manifest, grace }
    })
  }

  /** It is listed again. Throws `not-found`/`BACKUP_NOT_FOUND` where it is not deleted, or for good, and as `BackupLock.take`. */
  async takeBack(project: string, id: string): Promise<void> {
    const { folders } = this.#options
    await this.#whileHeld(project, async () => {
      await folders.getDeleted(project, id)
      await folders.takeBack(project, id)
    })
  }

  /** A deleted one, for good, at once. Throws as `takeBack`. */
  async removeNow(project: string, id: string): Promise<void> {
    const { folders } = this.#options
    await this.#whileHeld(project, async () => {
      await folders.getDeleted(project, id)
      await folders.removeDeleted(project, id)
    })
  }

  /** Counts the time of deleted backups on, and removes those whose time is over. A project of which something is under way waits for the next round. */
  async keepHouse(): Promise<void> {
    const { folders, log } = this.#options
    for (const project of await folders.projects()) {
      if (this.#stopping.signal.aborted) return
      if ((await this.listDeleted(project)).length === 0) continue
      await this.#whileHeld(project, () => this.#countOn(project)).catch((err: unknown) =>
        log.warn({ err, project }, 'the time of deleted backups could not be counted'),
      )
    }
  }

  async #countOn(project: string): Promise<void> {
    const { folders, clock, isClockBelieved } = this.#options
    for (const { manifest, grace } of await this.listDeleted(project)) {
      const counted = countOn(grace, clock.nowMs(), { isBelieved: isClockBelieved() })
      if (counted.countedMs < BACKUP_GRACE_MS) await folders.keepDeleted(project, manifest.id, counted)
      else await folders.removeDeleted(project, manifest.id)
    }
  }

  async #whileHeld<T>(project: string, work: () => Promise<T>): Promise<T> {
    const giveBack = await this.#lock.take(project, 'removal')
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /** Of a project that was deleted: there will be no more. */
  async removeAll(project: string): Promise<void> {
    await this.#lock.close(project)
    await this.#options.folders.removeAll(project)
    this.#jobs.forget(project)
  }

  /** Gives up what can be given up, and waits for the rest. */
  async close(): Promise<void> {
    this.#stopping.abort(new StatusError('unavailable', 'STOPPING', 'The server is stopping.'))
    await this.#lock.stop()
  }

  /** `prepare` decides whether there is a job at all; `done` ends with it. Whoever sees that it has ended may begin the next. */
  async #begin<T>(
    project: string,
    prepare: () => Promise<Task<T>>,
  ): Promise<{ readonly job: BackupJob; readonly done: Promise<T> }> {
    const giveBack = await this.#lock.take(project, 'job')
    try {
      const { about, work } = await prepare()
      const job = this.#jobs.begin(project, about)
      const done = this.#jobs.work(job, work).finally(giveBack)
      done.catch((err: unknown) => this.#noteFailure(project, job, err))
      return { job, done }
    } catch (error) {
      giveBack()
      throw error
    }
  }

  #making(project: string, kind: BackupKind): Task<Manifest> {
    const { clock, random, folders } = this.#options
    const id = folders.newId(clock.nowMs(), random)
    return {
      about: { kind: 'backup', reason: kind, backup: id, phase: 'store' },
      work: async (job) => {
        const earlier = (await this.list(project))[0]?.id
        return await makeBackup(this.#options, { project, id, kind, earlier }, job, this.#stopping.signal)
      },
    }
  }

  #restoring(manifest: Manifest, isExact: boolean): Task<void> {
    const { clock, random, folders, log } = this.#options
    const { project, id } = manifest
    const beforeId = folders.newId(clock.nowMs(), random)
    return {
      about: { kind: 'restore', reason: undefined, backup: id, isExact, phase: 'verify' },
      work: async (job) => {
        await restoreBackup(this.#options, { manifest, beforeId, isExact }, job, this.#stopping.signal)
        log.info({ project, backup: id, before: beforeId }, 'a project was restored')
        enterPhase(job, 'verify')
        await this.#retention.verifyUnverified(project, this.#stopping.signal)
        await this.#retention.thinOut(project, 'before-restore', BEFORE_RESTORE_KEPT, id)
      },
    }
  }

  #noteFailure(project: string, { kind, backup, failure }: BackupJob, err: unknown): void {
    this.#options.log.error({ err, project, backup }, `a ${kind} was not finished`)
    const action = kind === 'backup' ? 'backups.create-failed' : 'backups.restore-failed'
    this.#note(project, action, backup, { reason: failure?.reason ?? 'INTERNAL' })
  }

  #note(project: string, action: ActName, target: string, detail: Readonly<Record<string, string>>): void {
    this.#options.noteAct({ project, actor: { kind: 'server' }, action, target, detail })
  }
}
