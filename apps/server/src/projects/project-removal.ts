import { StatusError, type Mutation } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Log } from '../ambient.ts'
import type { Documents } from '../documents/documents.ts'
import type { Persistence, ProjectStore } from '../persistence/persistence.ts'
import { projectDocumentPath } from './find-team.ts'
import { consoleProject } from './project-id.ts'
import type { ProjectRegistry } from './project-registry.ts'

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
  /** Takes the keys that signed the project's tokens out of what the server publishes. */
  readonly withdrawSigningKeys: (project: string) => Promise<void>
  /** Ends what users and operators of the project have open. */
  readonly endCallers: (project: string) => void
  readonly log: Log
}

const server: Caller = { kind: 'admin', project: consoleProject }
const consoleAt = { project: consoleProject, database: '(default)' }
/** Below the project's document in the console. */
const collections = ['invitations', 'savedQueries', 'activity']
const pageSize = 200

/**
 * Deletes projects. The registry is told first, so that from then on nobody finds the project; what it held goes after, and what a killed
 * server left is made good at the next start. The id is not given again: tokens and caches of the old project must not meet a new one.
 */
export class ProjectRemoval {
  readonly #options: ProjectRemovalOptions

  constructor(options: ProjectRemovalOptions) {
    this.#options = options
  }

  /**
   * Resolves when nothing of it is left. Throws `not-found`/`PROJECT_NOT_FOUND`, and `failed-precondition` with `CONSOLE_STAYS` for the
   * console's own project and with `PROJECTS_OF_DEV_STAY` under `hearth dev`, where it would come back with its next use.
   */
  async remove(project: string): Promise<void> {
    const { mode, registry } = this.#options
    if (project === consoleProject) {
      throw new StatusError('failed-precondition', 'CONSOLE_STAYS', 'The project of the console itself stays.')
    }
    if (mode === 'dev') {
      const text = 'Under `hearth dev` a project comes with its first use and stays. Start with another data folder.'
      throw new StatusError('failed-precondition', 'PROJECTS_OF_DEV_STAY', text)
    }
    await registry.withdraw(project)
    await this.#empty(project)
  }

  /** What a server that was killed left half done. */
  async finish(): Promise<void> {
    for (const project of await this.#options.registry.listWithdrawn()) {
      await this.#empty(project).catch((err: unknown) =>
        this.#options.log.error({ err, project }, 'not all of a deleted project is gone yet'),
      )
    }
  }

  async #empty(project: string): Promise<void> {
    const { registry, persistence, endCallers, withdrawSigningKeys, removeContents, removeIcon, removeBackups } =
      this.#options
    endCallers(project)
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
        const list = { parent: path, collectionId, pageSize, showMissing: false }
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
