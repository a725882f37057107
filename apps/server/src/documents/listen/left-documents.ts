import type { Document } from '@hearth/model'
import { Load, type LoadedResult } from './feed.ts'
import type { Join } from './join-target.ts'
import { readDocuments } from './target-result.ts'

/**
 * The documents that a client has of a window, those included that have left it since. Those are read beside the commits, and what
 * happens to any of them meanwhile is kept.
 */
export class LeftDocuments {
  readonly #join: Join
  readonly #load: Load
  readonly #paths: readonly string[]
  readonly #gone: readonly string[]
  /** `upserts`: what is there of them. */
  readonly #states: LoadedResult

  /** Between two commits. `now`: what is in the window; `read` is to follow, and `release` once it is over. */
  constructor(join: Join, paths: readonly string[], now: ReadonlyMap<string, Document>) {
    const { hub, database, memory } = join
    this.#join = join
    this.#load = new Load(hub.version, memory)
    this.#paths = paths
    this.#gone = paths.filter((path) => !now.has(path))
    this.#states = { isReset: false, isWhole: true, upserts: new Map(now), leaves: new Map(), names: undefined }
    for (const path of paths) hub.holdDocument(database, path).add(this.#load)
  }

  async read(): Promise<void> {
    const { hub, database, memory } = this.#join
    const read = await hub.readAt(
      database,
      this.#load.version,
      (state) => readDocuments(state, this.#gone, memory),
      memory,
    )
    for (const document of read) this.#states.upserts.set(document.path, document)
  }

  /** So much happened meanwhile that they are to be read anew. */
  get isBehind(): boolean {
    return this.#load.isBehind
  }

  /** Between two commits: those of the paths that are there, as they are. */
  find(paths: readonly string[]): Document[] {
    this.#load.applyTo(this.#states)
    return paths.map((path) => this.#states.upserts.get(path)).filter((document) => document !== undefined)
  }

  release(): void {
    const { hub, database } = this.#join
    for (const path of this.#paths) {
      hub.holdDocument(database, path).remove(this.#load)
      hub.releaseDocument(database, path)
    }
    this.#load.release()
  }
}
