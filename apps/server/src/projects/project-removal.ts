import { StatusError, type Mutation, type Value } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Clock, Log } from '../lib/ambient.ts'
import { countOn } from '../lib/grace-period.ts'
import type { Documents } from '../documents/documents.ts'
import type { Persistence, ProjectStore } from '../persistence/persistence.ts'
import { projectDocumentPath } from './find-team.ts'
import { CONSOLE_PROJECT } from './project-id.ts'
import type { DeletedProject, ProjectRegistry } from './project-registry.ts'

export interface ProjectRemovalOptions {
  readonly mode: 'start' | 'dev'
  readonly registry: ProjectRegistry
  readonly persistence: Pick<Persistence, 'openProject' | 'removeProject'>
  readonly documents: Pick<Documents, 'commit' | 'listDocuments'>
  /** Removes the bytes of the project's files, which its store names. */
  readonly removeContents: (project: string, store: ProjectStore) => Promise<void>
  /** Removes the project's icon from the files of the console. */
  readonly removeIcon: (project: string) => Promise<void>
  readonly removeBackups: (project: string) => Promise<void>
  /** Ends its jobs, and removes their files. */
  readonly removeJobs: (project: string) => Promise<void>
  /** Takes the keys that signed the project's tokens out of what the server publishes. */
  readonly withdrawSigningKeys: (project: string) => Promise<void>
  /** Ends what users and operators of the project have open. */
  readonly endCallers: (project: string) => void
  readonly clock: Clock
  /** Whether the clock is believed; while it is not, nobody's time to take something back runs out. */
  readonly isClockBelieved: () => boolean
  readonly log: Log
}

/** For so long a deleted project can be taken back. */
export const PROJECT_GRACE_MS = 7 * 24 * 60 * 60_000

const server: Caller = { kind: 'admin', project: CONSOLE_PROJECT }
const consoleAt = { project: CONSOLE_PROJECT, database: '(default)' }
/** Below the project's document in the console. */
const collections = ['invitations', 'savedQueries', 'activity']
const PAGE_SIZE = 200

/**
 * Deletes projects: first nobody finds the project any more, and everything is there, for as long as it can be taken back; then what it held goes, and what
 * a killed server left is made good at the next start. The id is not given again: tokens and caches of the old project must not meet a new one.
 */
export class ProjectRemoval {
  readonly #options: ProjectRemovalOptions

  constructor(options: ProjectRemovalOptions) {
    this.#options = options
  }

  /**
   * Throws `failed-precondition` with `CONSOLE_STAYS` for the console's own project and with `PROJECTS_OF_DEV_STAY` under `hearth dev`, where it would
   * come back with its next use.
   */
  assertRemovable(project: string): void {
    const { mode } = this.#options
    if (project === CONSOLE_PROJECT) {
      throw new StatusError('failed-precondition', 'CONSOLE_STAYS', 'The project of the console itself stays.')
    }
    if (mode === 'dev') {
      const text = 'Under `hearth dev` a project comes with its first use and stays. Start with another data folder.'
      throw new StatusError('failed-precondition', 'PROJECTS_OF_DEV_STAY', text)
    }
  }

  /** Nobody finds it from now on. Throws `not-found`/`PROJECT_NOT_FOUND`, and as {@link assertRemovable}. */
  async remove(project: string): Promise<DeletedProject> {
    this.assertRemovable(project)
    const deleted = await this.#options.registry.delete(project)
    this.#options.endCallers(project)
    await this.#mark(project, deleted.deleted.since)
    return deleted
  }

  /** Everybody finds it again. Throws `not-found`/`PROJECT_NOT_FOUND` where it is not deleted, or for good. */
  async takeBack(project: string): Promise<void> {
    const { registry } = this.#options
    await registry.getDeleted(project)
    // First, so that a server that is killed in between marks it again.
    await this.#mark(project, undefined)
    await registry.undelete(project)
  }

  /** A deleted one, for good, at once. Resolves when nothing of it is left. Throws as `takeBack`. */
  async removeNow(project: string): Promise<void> {
    await this.#options.registry.withdraw(project)
    await this.#empty(project)
  }

  /** Counts the time on, and empties those whose time is over, and those that a killed server left half done. */
  async keepHouse(): Promise<void> {
    const { registry, clock, log, isClockBelieved } = this.#options
    for (const { id, deleted } of await registry.listDeleted()) {
      const counted = countOn(deleted, clock.nowMs(), { isBelieved: isClockBelieved() })
      try {
        if (counted.countedMs < PROJECT_GRACE_MS) {
          await registry.keepDeleted(id, counted)
          await this.#mark(id, deleted.since)
        } else await registry.withdraw(id)
      } catch (err) {
        // Taken back in between, or the disk is full: the next round sees.
        log.warn({ err, project: id }, 'the time of a deleted project could not be counted')
      }
    }
    for (const project of await this.#options.registry.listWithdrawn()) {
      await this.#empty(project).catch((err: unknown) =>
        this.#options.log.error({ err, project }, 'not all of a deleted project is gone yet'),
      )
    }
  }

  /** Says in the project's document, which consoles list, since when it is deleted. */
  async #mark(project: string, since: number | undefined): Promise<void> {
    const fields = new Map<string, Value>(
      since === undefined ? [] : [['deletedAt', { kind: 'timestamp', micros: BigInt(since) * 1000n }]],
    )
    const path = projectDocumentPath(project)
    const precondition = { kind: 'exists', exists: true } as const
    const change: Mutation = { kind: 'set', path, fields, mask: [['deletedAt']], transforms: [], precondition }
    try {
      await this.#options.documents.commit(server, consoleAt, [change])
    } catch (error) {
      // A project without a document is in nobody's list.
      if (!(error instanceof StatusError) || error.code !== 'not-found') throw error
    }
  }

  async #empty(project: string): Promise<void> {
    const {
      registry,
      persistence,
      endCallers,
      withdrawSigningKeys,
      removeContents,
      removeIcon,
      removeBackups,
      removeJobs,
    } = this.#options
    endCallers(project)
    await removeJobs(project)
    await withdrawSigningKeys(project)
    await this.#removeDocuments(project)
    await removeIcon(project)
    await removeBackups(project)
    await removeContents(project, await persistence.openProject(project))
    await persistence.removeProject(project)
    await registry.forgetWithdrawn(project)
  }

  /** The team first: without it nobody is a member. */
  async #removeDocuments(project: string): Promise<void> {
    const path = projectDocumentPath(project)
    await this.#delete([path])
    for (const collectionId of collections) {
      for (;;) {
        const list = { parent: path, collectionId, pageSize: PAGE_SIZE, showMissing: false }
        const { documents } = await this.#options.documents.listDocuments(server, consoleAt, list)
        if (documents.length === 0) break
        await this.#delete(documents.map((document) => document.path))
      }
    }
  }

  async #delete(paths: readonly string[]): Promise<void> {
    const mutations = paths.map((path): Mutation => ({ kind: 'delete', path, precondition: { kind: 'none' } }))
    await this.#options.documents.commit(server, consoleAt, mutations)
  }
}
