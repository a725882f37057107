import { closeSync, openSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StatusError, type Version } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { Persistence } from '../persistence.ts'
import type { CopyProgress, OpenCopy, StoreCopy, StoreReplacement } from '../store-copy.ts'
import type { FaultSwitch } from './faults.ts'
import { OpenProject } from './open-project.ts'
import { syncPath } from './schema.ts'
import { asStatusError } from './sqlite-errors.ts'
import { defaultLimits, type SqliteLimits } from './sqlite-limits.ts'
import { SqliteProjectStore } from './sqlite-project-store.ts'
import { runCopyTask, SqliteCopy, watchGrowth } from './store-copies.ts'
import { WriterThread } from './writer-thread.ts'

export interface SqlitePersistenceOptions {
  /** The data folder; project files are in its `projects` folder, which is made when it is absent. */
  readonly folder: string
  readonly clock: Clock
  /** How long earlier versions of documents are kept; 7 days unless told. */
  readonly historyMs?: number
  /** Whether the clock is believed, so that earlier versions may go; always unless told. */
  readonly sweepsMayRun?: () => boolean
  /** Changes of their records are in the feed; none unless told. */
  readonly watchedSpaces?: readonly string[]
  readonly limits?: Partial<SqliteLimits>
  /** A writer of several engines, which whoever made it ends; without it the engine has one of its own. */
  readonly writer?: WriterThread | undefined
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
  readonly #sweepsMayRun: () => boolean
  readonly #watchedSpaces: readonly string[]
  readonly #limits: SqliteLimits
  readonly #thread: WriterThread
  readonly #isThreadShared: boolean
  readonly #stores = new Map<string, SqliteProjectStore>()
  /** Projects whose file is being replaced, until it is. */
  readonly #replacing = new Map<string, Promise<void>>()
  readonly #rounds: NodeJS.Timeout
  #round = 0
  #isClosed = false

  private constructor(folder: string, options: SqlitePersistenceOptions) {
    this.#folder = folder
    this.#clock = options.clock
    this.#historyMs = options.historyMs ?? 7 * DAY_MS
    this.#sweepsMayRun = options.sweepsMayRun ?? (() => true)
    this.#watchedSpaces = options.watchedSpaces ?? []
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#isThreadShared = options.writer !== undefined
    this.#thread =
      options.writer ??
      new WriterThread(options.faults === undefined ? {} : { faults: options.faults.memory }, this.#limits)
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
    for (let under = this.#replacing.get(project); under !== undefined; under = this.#replacing.get(project))
      await under
    if (this.#isClosed) throw closedError()
    let store = this.#stores.get(project)
    if (store !== undefined) {
      if (!store.isReady) await store.openNow()
      return store
    }
    validateProjectId(project)
    store = new SqliteProjectStore((floor) => this.#openFile(project, floor), this.#limits.batchBytesMax)
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
    const file = this.fileOf(project)
    // The log goes last: a log without its file is ignored, a file without its log would miss what the log holds.
    for (const name of [file, `${file}-shm`, `${file}-wal`]) await rm(name, { force: true })
    syncPath(this.#folder)
  }

  async copyProject(project: string, file: string, onProgress: (progress: CopyProgress) => void): Promise<StoreCopy> {
    const totalBytes = await this.copyBytes(project)
    return await watchGrowth(
      file,
      totalBytes,
      onProgress,
      runCopyTask({ kind: 'copy', from: this.fileOf(project), to: file }),
    )
  }

  /** What is in the file and in its log: never less than the copy has. */
  async copyBytes(project: string): Promise<number> {
    await this.openProject(project)
    const file = this.fileOf(project)
    const sizes = await Promise.all(
      [file, `${file}-wal`].map((name) =>
        stat(name).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  async verifyCopy(file: string): Promise<StoreCopy> {
    return await runCopyTask({ kind: 'verify', file })
  }

  async readCopy<T>(file: string, work: (copy: OpenCopy) => Promise<T>): Promise<T> {
    const copy = new SqliteCopy(file)
    try {
      return await work(copy)
    } finally {
      copy.close()
    }
  }

  async replaceProject(project: string, replacement: StoreReplacement): Promise<void> {
    const store = await this.openProject(project)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#replacing.set(project, promise)
    try {
      const text = 'This project is being restored from a backup. Try again in a moment.'
      const ended = store.end(new StatusError('unavailable', 'PROJECT_BEING_RESTORED', text), { cutsOff: true })
      this.#stores.delete(project)
      await ended
      const version = replacement.onEnded(store.readTime())
      await this.#replaceFile(this.fileOf(project), version, replacement)
      replacement.onReplaced()
    } finally {
      this.#replacing.delete(project)
      resolve()
    }
  }

  /** Until the file is renamed, the store is what it was; from then on it is the other. Neither has a log beside it then. */
  async #replaceFile(file: string, version: number, { file: earlier, replacedTo, terms, onKept }: StoreReplacement) {
    const replaced = await runCopyTask({ kind: 'prepare', file: earlier, replaced: file, version, terms })
    // Only on some file systems two names can lead to one file.
    await link(file, replacedTo).catch(() => copyFile(file, replacedTo))
    syncPath(replacedTo)
    await onKept({ ...replaced, sizeBytes: (await stat(replacedTo)).size })
    await rename(earlier, file)
    syncPath(this.#folder)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#rounds)
    // A file that is being replaced was closed for that, and may be opened again.
    await Promise.all(this.#replacing.values())
    await Promise.all([...this.#stores.values()].map((store) => store.end(closedError())))
    this.#stores.clear()
    if (!this.#isThreadShared) await this.#thread.close()
  }

  /** One round: collect what is past its time, let quiet projects rest, close those quiet for long. */
  keepHouse(): void {
    this.#round++
    const horizon = this.#sweepsMayRun() ? (this.#clock.nowMs() - this.#historyMs) * 1000 : 0
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

  /** Versions begin after the present, since reads may have been dated up to there before. */
  async #openFile(project: string, readTime: Version): Promise<OpenProject> {
    await this.#makeRoom()
    const file = this.fileOf(project)
    try {
      // Made here because the engine would make it readable for others.
      closeSync(openSync(file, 'a', 0o600))
      const floor = Math.max(readTime, this.#clock.nowMs() * 1000)
      return await OpenProject.open(file, this.#thread, {
        clock: this.#clock,
        floor,
        watchedSpaces: this.#watchedSpaces,
        limits: this.#limits,
      })
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

  fileOf(project: string): string {
    validateProjectId(project)
    return join(this.#folder, project + EXTENSION)
  }
}

function closedError(): StatusError {
  return new StatusError('unavailable', 'STORE_CLOSED', 'The server is stopping.')
}

const projectId = /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/

/** Whether this can be the id of a project that is stored: 1 to 30 of `a-z0-9-`, as `hearth dev` takes them. */
function isProjectId(project: string): boolean {
  return projectId.test(project)
}

/** A project id becomes a file name, so nothing else may reach the disk. */
function validateProjectId(project: string): void {
  if (!isProjectId(project))
    throw new StatusError('invalid-argument', 'INVALID_PROJECT_ID', 'This is not a project id.')
}
