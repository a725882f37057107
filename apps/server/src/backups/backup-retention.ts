import { join } from 'node:path'
import type { Log } from '../lib/ambient.ts'
import type { BackupRoom } from './make-backup.ts'
import { type BackupKind, type Manifest, writeManifest } from './manifest.ts'

/**
 * Which backups stay, and that somebody has read them. Whoever calls holds the backups of the project (`BackupLock`). Nothing is thrown: what goes
 * wrong is in the log, and keeps neither another backup from its turn nor a job from its end.
 */
export class BackupRetention {
  readonly #room: Pick<BackupRoom, 'folders' | 'persistence' | 'clock'>
  readonly #log: Log

  readonly #sweepsMayRun: () => boolean

  constructor(
    room: Pick<BackupRoom, 'folders' | 'persistence' | 'clock'> & { readonly sweepsMayRun: () => boolean },
    log: Log,
  ) {
    this.#room = room
    this.#log = log
    this.#sweepsMayRun = room.sweepsMayRun
  }

  /** Reads those that nobody has read yet: made in a hurry, before a restore. */
  async verifyUnverified(project: string, signal: AbortSignal): Promise<void> {
    const { folders, persistence, clock } = this.#room
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
    const { folders } = this.#room
    const ofKind = (await this.#list(project)).filter((manifest) => manifest.kind === kind)
    for (const { id } of ofKind.slice(kept)) {
      if (id === spared) continue
      await this.#try({ project, backup: id }, 'an old backup could not be removed', () => folders.remove(project, id))
    }
  }

  async #list(project: string): Promise<Manifest[]> {
    try {
      return await this.#room.folders.list(project, this.#log)
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
