import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError } from '@hearth/model'
import type { Clock } from '../../ambient.ts'
import type { Persistence } from '../persistence.ts'
import type { FaultSwitch } from './faults.ts'
import { OpenProject } from './open-project.ts'
import { isProjectId, validateProjectId } from './project-id.ts'
import { syncPath } from './schema.ts'
import { asStatusError } from './sqlite-errors.ts'
import { DEFAULT_LIMITS, type SqliteLimits } from './sqlite-limits.ts'
import { SqliteProjectStore } from './sqlite-project-store.ts'
import { WriterThread } from './writer-thread.ts'

export interface SqlitePersistenceOptions {
  /** The data folder; project files are in its `projects` folder, which is made when it is absent. */
  readonly folder: string
  readonly clock: Clock
  /** How long earlier versions of documents are kept. 7 days unless told. */
  readonly historyMs?: number
  readonly limits?: Partial<SqliteLimits>
  /** Tests make the disk fail with it. */
  readonly faults?: FaultSwitch
}

const DAY_MS = 24 * 60 * 60_000
const ROUND_MS = 30_000
const EXTENSION = '.sqlite'

/** Projects as SQLite files, all written by one thread. */
export class SqlitePersistence implements Persistence {
  readonly #folder: string
  readonly #clock: Clock
  readonly #historyMs: number
  readonly #limits: SqliteLimits
  readonly #thread: WriterThread
  readonly #stores = new Map<string, SqliteProjectStore>()
  readonly #rounds: NodeJS.Timeout
  #round = 0
  #isClosed = false

  private constructor(folder: string, options: SqlitePersistenceOptions) {
    this.#folder = folder
    this.#clock = options.clock
    this.#historyMs = options.historyMs ?? 7 * DAY_MS
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.#thread = new WriterThread(options.faults === undefined ? {} : { faults: options.faults.memory }, {
      batchesMax: this.#limits.queuedBatchesMax,
      bytesMax: this.#limits.queuedBytesMax,
    })
    this.#rounds = setInterval(() => this.keepHouse(), ROUND_MS)
    this.#rounds.unref()
  }

  static async open(options: SqlitePersistenceOptions): Promise<SqlitePersistence> {
    const folder = join(options.folder, 'projects')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // A new folder is durable only when its parent is synced.
    syncPath(options.folder)
    return new SqlitePersistence(folder, options)
  }

  async openProject(project: string): Promise<SqliteProjectStore> {
    if (this.#isClosed) throw closedError()
    let store = this.#stores.get(project)
    if (store !== undefined) {
      if (!store.isReady) await store.openNow()
      return store
    }
    validateProjectId(project)
    store = new SqliteProjectStore(() => this.#openFile(project), this.#limits.batchBytesMax)
    this.#stores.set(project, store)
    try {
      await store.openNow()
      return store
    } catch (error) {
      this.#stores.delete(project)
      throw error
    }
  }

  async listProjects(): Promise<string[]> {
    const names = await readdir(this.#folder)
    const projects = names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length))
    return projects.filter(isProjectId).toSorted()
  }

  async removeProject(project: string): Promise<void> {
    validateProjectId(project)
    const store = this.#stores.get(project)
    this.#stores.delete(project)
    await store?.end(new StatusError('not-found', 'PROJECT_REMOVED', 'This project was removed.'))
    const file = this.#fileOf(project)
    // The log goes last: a log without its file is ignored, a file without its log would miss what the log holds.
    for (const name of [file, `${file}-shm`, `${file}-wal`]) await rm(name, { force: true })
    syncPath(this.#folder)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#rounds)
    await Promise.all([...this.#stores.values()].map((store) => store.end(closedError())))
    this.#stores.clear()
    await this.#thread.close()
  }

  /** One round: collect what is past its time, let quiet projects rest, close those quiet for long. */
  keepHouse(): void {
    this.#round++
    const horizon = (this.#clock.nowMs() - this.#historyMs) * 1000
    for (const store of this.#stores.values()) {
      if (!store.isOpen) continue
      const isQuiet = !store.tick(this.#round) && store.isIdle
      if (horizon > 0) store.collect(horizon)
      if (!isQuiet) continue
      const quietRounds = this.#round - store.lastUsed
      if (quietRounds * ROUND_MS >= this.#limits.idleCloseMs) void store.release()
      else if (quietRounds === 1) store.rest()
    }
  }

  async #openFile(project: string): Promise<OpenProject> {
    await this.#makeRoom()
    const file = this.#fileOf(project)
    try {
      // Made here because the engine would make it readable for others.
      closeSync(openSync(file, 'a', 0o600))
      return await OpenProject.open(file, this.#thread, this.#limits)
    } catch (error) {
      throw asStatusError(error, file)
    }
  }

  async #makeRoom(): Promise<void> {
    const open = [...this.#stores.values()].filter((store) => store.isOpen)
    if (open.length <= this.#limits.openProjectsMax) return
    const [longest] = open.filter((store) => store.isIdle).toSorted((a, b) => a.lastUsed - b.lastUsed)
    if (longest === undefined) {
      const text = 'Too many projects are busy at the same time. Try again in a moment.'
      throw new StatusError('resource-exhausted', 'TOO_MANY_OPEN_PROJECTS', text)
    }
    await longest.release()
  }

  #fileOf(project: string): string {
    return join(this.#folder, project + EXTENSION)
  }
}

function closedError(): StatusError {
  return new StatusError('unavailable', 'STORE_CLOSED', 'The server is stopping.')
}
