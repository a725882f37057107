import { join } from 'node:path'
import type { Log } from '../lib/ambient.ts'
import type { BackupContext } from './make-backup.ts'
import { type BackupKind, type Manifest, writeManifest } from './manifest.ts'

/**
 * Which backups stay, and that somebody has read them. Whoever calls holds the backups of the project (`BackupLock`). Nothing is thrown: what goes
 * wrong is in the log, and keeps neither another backup from its turn nor a job from its end.
 */
export class BackupRetention {
  readonly #context: Pick<BackupContext, 'folders' | 'persistence' | 'clock'>
  readonly #log: Log

  readonly #sweepsMayRun: () => boolean

  constructor(
    context: Pick<BackupContext, 'folders' | 'persistence' | 'clock'> & { readonly sweepsMayRun: () => boolean },
    log: Log,
  ) {
    this.#context = context
    this.#log = log
    this.#sweepsMayRun = context.sweepsMayRun
  }

  /** Reads those that nobody has read yet: made in a hurry, before a restore. */
  async verifyUnverified(project: string, signal: AbortSignal): Promise<void> {
    const { folders, persistence, clock } = this.#context
    for (const manifest of await this.#list(project)) {
      if (signal.aborted) return
      if (manifest.verifiedAt !== undefined) continue
      const folder = folders.pathOf(project, manifest.id)
      await this.#try({ project, backup: manifest.id }, 'a backup could not be verified', async () => {
        const { sizeBytes, sha256 } = await persistence.verifyCopy(join(folder, 'store.sqlite'))
        await writeManifest(folder, { ...manifest, store: { sizeBytes, sha256 }, verifiedAt: clock.nowMs() })
      })
    }
  }

  /** The newest `kept` of a kind stay, and `spared`, if it is one of them. Nobody knows which are the newest while the clock is not believed. */
  async thinOut(project: string, kind: BackupKind, kept: number, spared?: string): Promise<void> {
    if (!this.#sweepsMayRun()) return
    const { folders } = this.#context
    const ofKind = (await this.#list(project)).filter((manifest) => manifest.kind === kind)
    for (const { id } of ofKind.slice(kept)) {
      if (id === spared) continue
      await this.#try({ project, backup: id }, 'an old backup could not be removed', () => folders.remove(project, id))
    }
  }

  async #list(project: string): Promise<Manifest[]> {
    try {
      return await this.#context.folders.list(project, this.#log)
    } catch (err) {
      this.#log.error({ err, project }, 'the backups of a project could not be listed')
      return []
    }
  }

  async #try(about: { project: string; backup: string }, failed: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (err) {
      this.#log.error({ err, ...about }, failed)
    }
  }
}
