import { type Document, StatusError, type Version } from '@hearth/model'
import type { PreparedQuery } from '../query/prepared-query.ts'
import { type Feed, Load, type LoadedResult } from './feed.ts'
import type { ListenHub } from './listen-hub.ts'
import type { LiveFilter } from './live-query.ts'
import { joinWindow } from './join-window.ts'
import { LiveWindow } from './live-window.ts'
import type { SessionTarget } from './session-target.ts'
import { eachDocument, readSmallDocuments, readSmallQuery } from './small-result.ts'
import { documentChangesSince, queryChangesSince, wholeResult } from './target-result.ts'

/** Loads of one target, each but the first because too much happened during the one before. */
const LOADS_MAX = 5
/** Large results that are sent for one target, each but the first because too much happened while the one before was sent. */
const SENDINGS_MAX = 3

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
  /** Hands over documents of a result that is too large to be held; `deliver` follows. Resolves when the client takes more. */
  readonly send: (documents: Iterable<Document>, options: { isReset: boolean }) => Promise<void>
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
      await joinInSteps(
        join,
        (step) => joinFeeds(step, hold, release, (version) => readDocumentTarget(step, paths, version)),
        (version, take) => eachDocument(hub, database, paths, version, take),
      )
      return
    }
    const { prepared } = listened
    const live = await hub.run(() => hub.holdQuery(database, prepared))
    release = once(() => hub.releaseQuery(live))
    if (live instanceof LiveWindow) {
      await joinWindow(join, live, release)
      return
    }
    const hold = () => [live.feed]
    await joinInSteps(
      join,
      (step) => joinFeeds(step, hold, release, (version) => readQueryTarget(step, live, version)),
      (version, take) => hub.readInParts(database, prepared, version, ({ documents }) => take(documents)),
    )
  } finally {
    if (!join.target.isLive) release()
  }
}

type TakeDocuments = (documents: readonly Document[]) => Promise<void>

/**
 * Joins by `join`, which says whether it did. A result that is too large for it is sent while it is read, as it was at one version, and joining begins
 * anew for a client that has that.
 */
async function joinInSteps(
  first: Join,
  join: (step: Join) => Promise<boolean>,
  readAll: (version: Version, take: TakeDocuments) => Promise<void>,
): Promise<void> {
  let step = first
  for (let sendings = 0; !(await join(step)); sendings++) {
    if (sendings === SENDINGS_MAX) throw tooManyChanges()
    const { version } = first.hub
    let isReset = step.resume !== undefined
    await readAll(version, async (documents) => {
      await first.send(documents, { isReset })
      if (first.target.isGone) throw new StatusError('cancelled', 'TARGET_GONE', 'Nobody listens any more.')
      isReset = false
    })
    step = { ...first, resume: { since: version }, isCounted: false }
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** Reads at the version of the hub while the feeds already collect what comes after it. False: the result is too large. */
async function joinFeeds(
  { hub, target, deliver }: Join,
  holdFeeds: () => readonly Feed[],
  release: () => void,
  read: (version: Version) => Promise<LoadedResult | undefined>,
): Promise<boolean> {
  for (let loads = 0; loads < LOADS_MAX; loads++) {
    const { load, feeds } = await hub.run(() => {
      const held = { load: new Load(hub.version), feeds: holdFeeds() }
      for (const feed of held.feeds) feed.add(held.load)
      return held
    })
    let isJoined = false
    try {
      const result = await read(load.version)
      if (result === undefined) return target.isGone
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
    if (isJoined) return true
  }
  throw tooManyChanges()
}

export function tooManyChanges(): StatusError {
  const text = 'The result changes faster than it can be read. Try again.'
  return new StatusError('unavailable', 'TOO_MANY_CHANGES', text)
}

/** Undefined: too large to be handed over at once. */
async function readQueryTarget(
  { hub, database, resume, isCounted }: Join,
  live: LiveFilter,
  version: Version,
): Promise<LoadedResult | undefined> {
  const { prepared } = live
  if (resume !== undefined && resume !== 'unusable') {
    const since = Math.min(resume.since, version)
    const changes = await hub.readAt(database, version, (state) => queryChangesSince(state, prepared, since, isCounted))
    if (changes !== undefined) return changes
  }
  const documents = await live.readOnce(version, () => readSmallQuery(hub, database, prepared, version))
  return documents && wholeResult(documents, { isReset: resume !== undefined, isCounted })
}

/** Undefined: too large to be handed over at once. */
async function readDocumentTarget(
  { hub, database, resume, isCounted }: Join,
  paths: readonly string[],
  version: Version,
): Promise<LoadedResult | undefined> {
  if (resume !== undefined && resume !== 'unusable') {
    const since = Math.min(resume.since, version)
    const changes = await hub.readAt(database, version, (state) => documentChangesSince(state, paths, since, isCounted))
    if (changes !== undefined) return changes
  }
  const documents = await readSmallDocuments(hub, database, paths, version)
  return documents && wholeResult(documents, { isReset: resume !== undefined, isCounted })
}
