import { StatusError, type Version } from '@hearth/model'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { type Feed, Load, type LoadedResult } from './feed.ts'
import type { ListenHub } from './listen-hub.ts'
import type { LiveFilter } from './live-query.ts'
import { LiveWindow } from './live-window.ts'
import { readWhole } from './read-whole.ts'
import type { SessionTarget } from './session-target.ts'
import { documentChangesSince, queryChangesSince, readDocuments, resultSince, wholeResult } from './target-result.ts'
import { ifPastIsKnown } from './unknown-past.ts'

/** Loads of one target, each but the first because too much happened during the one before. */
const LOADS_MAX = 5

/** What a target listens to, checked and allowed. */
export type Listened =
  | { readonly kind: 'query'; readonly prepared: PreparedQuery }
  | { readonly kind: 'documents'; readonly paths: readonly string[] }

export interface Join {
  readonly hub: ListenHub
  readonly database: string
  readonly target: SessionTarget
  readonly listened: Listened
  /**
   * What the client has: `since` a version; `unusable`: something that can't be built on; undefined: nothing.
   */
  readonly resume: { readonly since: Version } | 'unusable' | undefined
  /** The client wants to compare names. */
  readonly isCounted: boolean
  /** Called between two commits, at the version that the result leads up to; from then on the target follows. */
  readonly deliver: (result: LoadedResult) => void
}

/** Reads what the client of a target lacks, hands it over, and lets the target follow the commits without a gap. */
export async function joinTarget(join: Join): Promise<void> {
  const { hub, database, listened } = join
  let release = () => {}
  try {
    if (listened.kind === 'documents') {
      const { paths } = listened
      release = once(() => {
        for (const path of paths) hub.releaseDocument(database, path)
      })
      const hold = () => paths.map((path) => hub.holdDocument(database, path))
      await joinFeeds(join, hold, release, (version) => readDocumentTarget(join, paths, version))
      return
    }
    const live = await hub.run(() => hub.holdQuery(database, listened.prepared))
    release = once(() => hub.releaseQuery(live))
    if (live instanceof LiveWindow) await joinWindow(join, live, release)
    else
      await joinFeeds(
        join,
        () => [live.feed],
        release,
        (version) => readQueryTarget(join, live, version),
      )
  } finally {
    if (!join.target.isLive) release()
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** Reads at the version of the hub while the feeds already collect what comes after it. */
async function joinFeeds(
  { hub, target, deliver }: Join,
  holdFeeds: () => readonly Feed[],
  release: () => void,
  read: (version: Version) => Promise<LoadedResult>,
): Promise<void> {
  for (let loads = 0; loads < LOADS_MAX; loads++) {
    const { load, feeds } = await hub.run(() => {
      const held = { load: new Load(hub.version), feeds: holdFeeds() }
      for (const feed of held.feeds) feed.add(held.load)
      return held
    })
    let isJoined = false
    try {
      const result = await read(load.version)
      isJoined = await hub.run(() => {
        if (load.isBehind && !target.isGone) return false
        for (const feed of feeds) feed.remove(load)
        if (target.isGone) return true
        load.applyTo(result)
        for (const feed of feeds) feed.add(target)
        target.follow(() => {
          for (const feed of feeds) feed.remove(target)
          release()
        })
        deliver(result)
        return true
      })
    } finally {
      for (const feed of feeds) feed.remove(load)
    }
    if (isJoined) return
  }
  throw new StatusError('unavailable', 'TOO_MANY_CHANGES', 'The result changes faster than it can be read. Try again.')
}

async function readQueryTarget(
  { hub, database, resume, isCounted }: Join,
  live: LiveFilter,
  version: Version,
): Promise<LoadedResult> {
  const { prepared } = live
  if (resume !== undefined && resume !== 'unusable') {
    const since = Math.min(resume.since, version)
    const changes = await hub.readAt(database, version, (state) => queryChangesSince(state, prepared, since, isCounted))
    if (changes !== undefined) return changes
  }
  const documents = await live.readOnce(version, () => readWhole(hub, database, prepared, version))
  return wholeResult(documents, { isReset: resume !== undefined, isCounted })
}

async function readDocumentTarget(
  { hub, database, resume, isCounted }: Join,
  paths: readonly string[],
  version: Version,
): Promise<LoadedResult> {
  return await hub.readAt(database, version, async (state) => {
    if (resume !== undefined && resume !== 'unusable') {
      const changes = await documentChangesSince(state, paths, Math.min(resume.since, version), isCounted)
      if (changes !== undefined) return changes
    }
    return wholeResult(await readDocuments(state, paths), { isReset: resume !== undefined, isCounted })
  })
}

/** A window keeps its result, so joining it needs no load of its own. */
async function joinWindow(join: Join, window: LiveWindow, release: () => void): Promise<void> {
  const { hub, database, target, resume, isCounted, deliver } = join
  await beginOnce(hub, window)
  const earlier = resume === undefined || resume === 'unusable' ? undefined : await windowAt(join, window, resume.since)
  await hub.run(async () => {
    if (target.isGone) return
    if (!window.isLive) throw new StatusError('unavailable', 'WINDOW_LOST', 'The result could not be kept. Try again.')
    const documents = window.documents()
    let result: LoadedResult
    if (earlier === undefined) {
      result = wholeResult(documents.values(), { isReset: resume !== undefined, isCounted })
    } else {
      const gone = [...earlier.keys()].filter((path) => !documents.has(path))
      const left = await hub.readAt(database, hub.version, (state) => readDocuments(state, gone))
      if (target.isGone) return
      result = resultSince(earlier, documents, left, isCounted)
    }
    window.feed.add(target)
    target.follow(() => {
      window.feed.remove(target)
      release()
    })
    deliver(result)
  })
}

const begun = new WeakMap<LiveWindow, Promise<void>>()

/** The first who comes reads the window. */
function beginOnce(hub: ListenHub, window: LiveWindow): Promise<void> {
  let beginning = begun.get(window)
  if (beginning === undefined) {
    beginning = begin(hub, window)
    begun.set(window, beginning)
  }
  return beginning
}

async function begin(hub: ListenHub, window: LiveWindow): Promise<void> {
  try {
    // Whatever was passed on after this version is among what the window has collected since it was made.
    const documents = await window.read(window.since)
    await hub.run(() => window.begin(documents, hub.version))
  } catch (error) {
    hub.fail(window, error as Error)
    throw error
  }
}

async function windowAt({ hub, database }: Join, window: LiveWindow, since: Version) {
  const documents = await ifPastIsKnown(() => readWhole(hub, database, window.prepared, since))
  return documents && new Map(documents.map((document) => [document.path, document]))
}
