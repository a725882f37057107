import type { Document, Version } from '@hearth/model'
import { executeQuery } from '../query/execute-query.ts'
import type { ReadState } from '../read-state.ts'
import { Load, type LoadedResult } from './feed.ts'
import { tooManyChanges } from './join-feeds.ts'
import type { Join } from './join-target.ts'
import type { LiveWindow } from './live-window.ts'
import { isLarge } from './small-result.ts'
import { ifPastIsKnown, readDocuments, resultSince, wholeResult } from './target-result.ts'

/** Of what has left a window, each but the first because too much happened during the one before. */
const READINGS_MAX = 5

type Result = ReadonlyMap<string, Document>

/** A window keeps its result, so joining it needs no load of its own. `release` gives the window back. */
export async function joinWindow(join: Join, window: LiveWindow, release: () => void): Promise<void> {
  const { hub, target, resume, isCounted, send, prepareNames } = join
  const isReset = resume !== undefined
  await window.ready()
  let earlier = resume === undefined || resume === 'unusable' ? undefined : await windowAt(join, window, resume.since)
  let left: LeftDocuments | undefined
  let readings = 0
  try {
    while (!target.isGone && !target.isLive) {
      await window.ready()
      if (isCounted) await prepareNames(new Set(pathsOf(window)))
      const lacking = await hub.run(() => joinAtOnce(join, window, { earlier, left, release }))
      if (lacking instanceof LeftDocuments) {
        left?.release()
        left = lacking
        if (++readings > READINGS_MAX) throw tooManyChanges()
        await left.read()
      } else if (lacking !== undefined) {
        await send(projected(window, lacking), { isReset })
        earlier = lacking
      }
    }
  } finally {
    left?.release()
  }
}

/**
 * Joins a client that has `earlier`, if anything, unless the window is being read again. Or answers what is lacking before: what the client
 * has to be sent, because it is too large to be handed over at once, or what has left the window, which is to be read.
 */
async function joinAtOnce(
  join: Join,
  window: LiveWindow,
  { earlier, left, release }: { earlier: Result | undefined; left: LeftDocuments | undefined; release: () => void },
): Promise<Result | LeftDocuments | undefined> {
  const { target, resume, isCounted, settle, deliver } = join
  await settle()
  if (target.isGone || !window.isLive) return undefined
  const documents = new Map<string, Document>()
  for (const document of window.documents()) documents.set(document.path, document)
  let result: LoadedResult
  if (earlier === undefined) {
    if (isLarge(documents.values())) return documents
    result = wholeResult(projected(window, documents), { isReset: resume !== undefined, isCounted })
  } else {
    const paths = [...earlier.keys()]
    const gone = paths.filter((path) => !documents.has(path))
    if (gone.length > 0 && (left === undefined || left.isBehind)) return new LeftDocuments(join, paths, documents)
    result = resultSince(earlier, documents, left?.find(gone) ?? [], isCounted)
    for (const [path, document] of result.upserts) result.upserts.set(path, window.project(document))
  }
  window.feed.add(target)
  target.follow(() => {
    window.feed.remove(target)
    release()
  })
  deliver(result)
  return undefined
}

function* pathsOf(window: LiveWindow): Generator<string, void> {
  for (const { path } of window.documents()) yield path
}

function* projected(window: LiveWindow, documents: Result): Generator<Document, void> {
  for (const document of documents.values()) yield window.project(document)
}

/** What a client has of a window; undefined where that is not known. */
async function windowAt(
  { hub, database, memory }: Join,
  window: LiveWindow,
  since: Version,
): Promise<Result | undefined> {
  const read = async ({ view, version }: ReadState) => {
    const { documents } = await executeQuery(view, window.prepared, version, { memory })
    return new Map(documents.map((document) => [document.path, document]))
  }
  return await ifPastIsKnown(() => hub.readAt(database, since, read, memory))
}

/**
 * The documents that a client has of a window, those included that have left it since. Those are read beside the commits, and what
 * happens to any of them meanwhile is kept.
 */
class LeftDocuments {
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
