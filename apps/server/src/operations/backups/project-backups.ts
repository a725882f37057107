import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import type { Log, Random } from '../../ambient.ts'
import { consoleProject } from '../../projects/project-id.ts'
import { type BackupJob, BackupJobs } from './backup-job.ts'
import { makeBackup } from './make-backup.ts'
import { type BackupKind, type Manifest, writeManifest } from './manifest.ts'
import { restoreBackup, type RestoreRoom } from './restore-backup.ts'

/** Those that nobody deletes; then somebody has to before the next. */
export const byHandMax = 20
/** The newest; older ones go. */
export const beforeRestoreKept = 5

export interface ProjectBackupsOptions extends RestoreRoom {
  /** Nightly backups of a project; older ones go. */
  readonly nightlyKept: number
  readonly random: Random
  readonly log: Log
}

/**
 * The backups of all projects: made while the project goes on, restored in its place, and deleted. One backup or restore of a project at a
 * time. The console's own project has nightly ones too, but nobody puts an earlier registry of projects under a running server.
 */
export class ProjectBackups {
  readonly #options: ProjectBackupsOptions
  readonly #jobs: BackupJobs
  readonly #stopping = new AbortController()
  /** What follows after restores. */
  readonly #following = new Set<Promise<void>>()

  constructor(options: ProjectBackupsOptions) {
    this.#options = options
    this.#jobs = new BackupJobs(options.clock)
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
   * Begins a backup and answers at once. Throws `failed-precondition`/`BACKUP_UNDER_WAY` and `resource-exhausted`/`TOO_MANY_BACKUPS`; what
   * keeps it from being finished is in the job.
   */
  async begin(project: string): Promise<BackupJob> {
    this.#jobs.assertFree(project)
    const byHand = (await this.list(project)).filter(({ kind }) => kind === 'by-hand')
    if (byHand.length >= byHandMax) {
      const text = `A project keeps at most ${byHandMax} backups that were made by hand. Delete one first.`
      throw new StatusError('resource-exhausted', 'TOO_MANY_BACKUPS', text)
    }
    const { job, done } = this.#start(project, 'by-hand')
    done.catch((err: unknown) => this.#logFailure(project, job, err))
    return job
  }

  /** A nightly backup, to its end; older ones go when it is there. Throws as `makeBackup`. */
  async makeNightly(project: string): Promise<Manifest> {
    const manifest = await this.#start(project, 'nightly').done
    await this.#thinOut(project, 'nightly', this.#options.nightlyKept)
    return manifest
  }

  /**
   * Begins to restore a backup, once `note` has written down that it will, and answers at once. Throws `not-found`/`BACKUP_NOT_FOUND`, `failed-precondition` with `BACKUP_UNDER_WAY`, and
   * with `CONSOLE_STAYS` for the console's own project; what keeps it from being finished is in the job.
   */
  async beginRestore(project: string, id: string, note: () => Promise<void>): Promise<BackupJob> {
    if (project === consoleProject) {
      const text = 'The project of the console itself is restored with the whole server: see "hearth help restore".'
      throw new StatusError('failed-precondition', 'CONSOLE_STAYS', text)
    }
    this.#jobs.assertFree(project)
    const { clock, random, folders } = this.#options
    const manifest = await folders.get(project, id)
    await note()
    const beforeId = folders.newId(clock.nowMs(), random)
    const about = { kind: 'restore', reason: undefined, backup: id, phase: 'verify' } as const
    const { job, done } = this.#jobs.run(project, about, (running) =>
      restoreBackup(this.#options, { manifest, beforeId }, running, this.#stopping.signal),
    )
    const following = done
      .then(
        () => this.#afterRestore(project, id, beforeId),
        (err: unknown) => this.#logFailure(project, job, err),
      )
      .finally(() => this.#following.delete(following))
    this.#following.add(following)
    return job
  }

  /** Throws `not-found`/`BACKUP_NOT_FOUND`, `failed-precondition`/`BACKUP_UNDER_WAY`. */
  async remove(project: string, id: string): Promise<void> {
    this.#jobs.assertFree(project)
    await this.#options.folders.get(project, id)
    await this.#options.folders.remove(project, id)
  }

  /** Of a project that was deleted. */
  async removeAll(project: string): Promise<void> {
    await this.#jobs.settled()
    await Promise.all(this.#following)
    await this.#options.folders.removeAll(project)
    this.#jobs.forget(project)
  }

  /** Gives up what can be given up, and waits for the rest. */
  async close(): Promise<void> {
    this.#stopping.abort(new StatusError('unavailable', 'STOPPING', 'The server is stopping.'))
    await this.#jobs.settled()
    await Promise.all(this.#following)
  }

  #start(project: string, kind: BackupKind): { readonly job: BackupJob; readonly done: Promise<Manifest> } {
    const { clock, random, folders } = this.#options
    const id = folders.newId(clock.nowMs(), random)
    const about = { kind: 'backup', reason: kind, backup: id, phase: 'store' } as const
    return this.#jobs.run(project, about, async (job) => {
      const earlier = (await this.list(project))[0]?.id
      return await makeBackup(this.#options, { project, id, kind, earlier }, job, this.#stopping.signal)
    })
  }

  async #afterRestore(project: string, id: string, beforeId: string): Promise<void> {
    const { log } = this.#options
    log.info({ project, backup: id, before: beforeId }, 'a project was restored')
    try {
      await this.verifyUnverified(project)
      await this.#thinOut(project, 'before-restore', beforeRestoreKept)
    } catch (err) {
      log.error({ err, project, backup: beforeId }, 'the backup made before a restore could not be verified')
    }
  }

  /** Reads those that nobody has read yet: made in a hurry, before a restore. */
  async verifyUnverified(project: string): Promise<void> {
    const { folders, persistence, clock } = this.#options
    for (const manifest of await this.list(project)) {
      if (manifest.verifiedAt !== undefined || this.#stopping.signal.aborted) continue
      const folder = folders.pathOf(project, manifest.id)
      const { sizeBytes, sha256 } = await persistence.verifyCopy(join(folder, 'store.sqlite'))
      await writeManifest(folder, { ...manifest, store: { sizeBytes, sha256 }, verifiedAt: clock.nowMs() })
    }
  }

  async #thinOut(project: string, kind: BackupKind, kept: number): Promise<void> {
    const ofKind = (await this.list(project)).filter((manifest) => manifest.kind === kind)
    for (const { id } of ofKind.slice(kept)) await this.#options.folders.remove(project, id)
  }

  #logFailure(project: string, { kind, backup }: BackupJob, err: unknown): void {
    this.#options.log.error({ err, project, backup }, `a ${kind} was not finished`)
  }
}
