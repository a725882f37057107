import { StatusError } from '@hearth/model'

interface Holder {
  readonly purpose: 'job' | 'removal'
  readonly ended: Promise<void>
}

/**
 * Who has the backups of a project: one at a time makes, restores, thins out or deletes some. Whoever checks something about them holds this from
 * before the check until what follows from it is done.
 */
export class BackupLock {
  readonly #holders = new Map<string, Holder>()
  /** Deleted projects. Their ids are not given again. */
  readonly #gone = new Set<string>()
  #isStopping = false

  /**
   * Takes the backups of a project before anything else happens; only a removal, which is soon over, is waited for. Whoever has them calls the answer
   * to give them back. Throws `failed-precondition`/`BACKUP_UNDER_WAY`, `not-found`/`PROJECT_NOT_FOUND` once the project is being deleted, and
   * `unavailable`/`STOPPING`.
   */
  async take(project: string, purpose: Holder['purpose']): Promise<() => void> {
    for (;;) {
      if (this.#isStopping) throw new StatusError('unavailable', 'STOPPING', 'The server is stopping.')
      if (this.#gone.has(project)) {
        throw new StatusError('not-found', 'PROJECT_NOT_FOUND', 'This server has no such project.')
      }
      const holder = this.#holders.get(project)
      if (holder === undefined) break
      if (holder.purpose === 'job') {
        const text = 'A backup or a restore of this project is under way. Wait until it has ended.'
        throw new StatusError('failed-precondition', 'BACKUP_UNDER_WAY', text)
      }
      await holder.ended
    }
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#holders.set(project, { purpose, ended })
    return () => {
      this.#holders.delete(project)
      resolve()
    }
  }

  /** For a project that is deleted: nobody takes its backups any more. Resolves when who has them gave them back. */
  async close(project: string): Promise<void> {
    this.#gone.add(project)
    await this.#holders.get(project)?.ended
  }

  /** As `close`, of all projects. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.#holders.values()].map(({ ended }) => ended))
  }
}
