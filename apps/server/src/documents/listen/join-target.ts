import type { Document, Version } from '@hearth/model'
import type { AccessScope } from '../../access/gate.ts'
import { type HeldMemory, HeldShare } from '../held-memory.ts'
import type { Place } from '../../lib/shared-total.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ReadState } from '../read-state.ts'
import type { LoadedResult } from './feed.ts'
import { type Documents, joinFeeds, joinInSteps } from './join-feeds.ts'
import type { ListenHub } from './listen-hub.ts'
import type { LiveFilter } from './live-query.ts'
import { joinWindow } from './join-window.ts'
import { LiveWindow } from './live-window.ts'
import type { SessionTarget } from './session-target.ts'
import { eachDocument, readSmallDocuments, readSmallQuery } from './small-result.ts'
import { documentChangesSince, queryChangesSince, wholeResult } from './target-result.ts'

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
  /** Counts what is read for the target, until it was handed over. */
  readonly memory: HeldMemory
  /** Where the client is; absent where it holds a key. */
  readonly place: Place | undefined
  /** Hands over documents of a result that is too large to be held; `deliver` follows. Resolves when the client takes more. */
  readonly send: (documents: Iterable<Document>, options: { isReset: boolean }) => Promise<void>
  /**
   * Throws unless the client may get these documents of a target by name as they are; undefined: not there. Queries need no such
   * judgement: they were proved to find nothing else, whatever becomes of the documents.
   */
  readonly judge: (documents: Documents, scope: AccessScope) => Promise<void>
  /** Nothing where what was granted is granted still; else asks again. Throws what the gate throws. */
  readonly settle: () => Promise<void> | undefined
  /** Told of the names that `deliver` will hand over, as far as they are known, where the client wants to compare them. */
  readonly prepareNames: (names: ReadonlySet<string>) => Promise<void>
  /** Called between two commits, at the version that the result leads up to; from then on the target follows. */
  readonly deliver: (result: LoadedResult) => void
}

/** Reads what the client of a target lacks, hands it over, and lets the target follow the commits without a gap. */
export async function joinTarget(asked: Join): Promise<void> {
  const memory = new HeldShare(asked.memory)
  const join = { ...asked, memory }
  const { hub, database, listened } = join
  let release = () => {}
  try {
    if (listened.kind === 'documents') {
      const { paths } = listened
      release = once(() => {
        for (const path of paths) hub.releaseDocument(database, path)
      })
      await joinDocuments(join, paths, release)
      return
    }
    const { prepared } = listened
    const held = await hub.run(() => hub.holdQuery(database, prepared, asked))
    release = once(held.release)
    const live = held.query
    if (live instanceof LiveWindow) {
      await joinWindow(join, live, release)
      return
    }
    const holdFeeds = () => [live.feed]
    await joinInSteps(
      join,
      (step) => joinFeeds(step, { holdFeeds, release, read: (version) => readQueryTarget(step, live, version) }),
      (version, take) => hub.readInParts(database, prepared, { version, memory }, ({ documents }) => take(documents)),
    )
  } finally {
    memory.release()
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

/** Undefined: too large to be handed over at once. */
async function readQueryTarget(
  { hub, database, resume, isCounted, memory }: Join,
  live: LiveFilter,
  version: Version,
): Promise<LoadedResult | undefined> {
  const { prepared } = live
  if (resume !== undefined && resume !== 'unusable') {
    const since = Math.min(resume.since, version)
    const read = (state: ReadState) => queryChangesSince(state, prepared, { since, isCounted, memory })
    const changes = await hub.readAt(database, version, read, memory)
    if (changes !== undefined) return changes
  }
  const documents = await live.readOnce(version, () => readSmallQuery(hub, database, prepared, { version, memory }))
  return documents && wholeResult(documents, { isReset: resume !== undefined, isCounted })
}

/**
 * Joins a target of documents by name. What rules grant of a document they grant of it as it is: each is judged as it is handed over, and
 * not as somebody read it a moment before. `release` gives the feeds of `paths` back.
 */
async function joinDocuments(join: Join, paths: readonly string[], release: () => void): Promise<void> {
  const { hub, database, judge, memory } = join
  const holdFeeds = () => paths.map((path) => hub.holdDocument(database, path))
  await joinInSteps(
    join,
    (step) =>
      joinFeeds(step, {
        holdFeeds,
        release,
        read: (version) => readDocumentTarget(step, paths, version),
        judge: (changed) => judge(changed, { found: new Map() }),
      }),
    async (version, take) => {
      const scope: AccessScope = { found: new Map() }
      await eachDocument(hub, database, paths, { version, memory }, async (documents) => {
        await judge(byPath(documents), scope)
        await take(documents)
      })
    },
  )
}

/** Undefined: too large to be handed over at once. */
async function readDocumentTarget(
  join: Join,
  paths: readonly string[],
  version: Version,
): Promise<LoadedResult | undefined> {
  const { hub, database, resume, isCounted, judge, memory } = join
  if (resume !== undefined && resume !== 'unusable') {
    await judgeAll(join, paths, version)
    const since = Math.min(resume.since, version)
    const read = (state: ReadState) => documentChangesSince(state, paths, { since, isCounted, memory })
    const changes = await hub.readAt(database, version, read, memory)
    if (changes !== undefined) return changes
  }
  const documents = await readSmallDocuments(hub, database, paths, { version, memory })
  if (documents === undefined) return undefined
  await judge(new Map([...missingOf(paths), ...byPath(documents)]), { found: new Map() })
  return wholeResult(documents, { isReset: resume !== undefined, isCounted })
}

/** What the client has already is judged as well: it may be no longer for this caller. */
async function judgeAll(
  { hub, database, judge, memory }: Join,
  paths: readonly string[],
  version: Version,
): Promise<void> {
  const missing = missingOf(paths)
  const scope: AccessScope = { found: new Map() }
  await eachDocument(hub, database, paths, { version, memory }, async (documents) => {
    for (const { path } of documents) missing.delete(path)
    await judge(byPath(documents), scope)
  })
  await judge(missing, scope)
}

function byPath(documents: readonly Document[]): Map<string, Document> {
  return new Map(documents.map((document) => [document.path, document]))
}

function missingOf(paths: readonly string[]): Map<string, undefined> {
  return new Map(paths.map((path) => [path, undefined]))
}
