import { createHash } from 'node:crypto'
import { canonicalQueryId, type Document, StatusError, type Version } from '@hearth/model'
import type { Clock, Log } from '../../lib/ambient.ts'
import type { ProjectStore, ReadClient } from '../../persistence/persistence.ts'
import { type CommittedChanges, type DocumentDelta, documentKey } from '../document-delta.ts'
import type { Catalogue } from '../catalogue.ts'
import type { CompositeIndexes } from '../indexes/composite-indexes.ts'
import { type HeldMemory, HeldShare, type RequestMemory } from '../held-memory.ts'
import type { FieldOverrides } from '../indexes/field-overrides.ts'
import type { Publisher } from '../publisher.ts'
import { executeQuery } from '../query/execute-query.ts'
import { preparedAfter, type PreparedQuery } from '../query/prepared-query.ts'
import { readInParts, type Take } from '../read-in-parts.ts'
import { readStateAt, type ReadState } from '../read-state.ts'
import type { ProjectTimes } from '../project-times.ts'
import type { Place } from '../../lib/shared-total.ts'
import { Slots } from '../../lib/slots.ts'
import { Turn } from '../../lib/turn.ts'
import { Feed } from './feed.ts'
import { LiveFilter, type LiveQuery } from './live-query.ts'
import { LiveWindow, type ReadNext } from './live-window.ts'
import { LookUps } from './look-ups.ts'
import { type Reviewed, Reviews } from './reviews.ts'
import type { ResultChange } from './result-change.ts'
import { TargetIndex } from './target-index.ts'
import { TaskQueue } from '../../lib/task-queue.ts'
import { TriedQueries } from './tried-queries.ts'

/** Commits that wait to be passed on while a window is being read; beyond, all sessions end and come back. */
const WAITING_MAX = 5000
/** How often a quiet session is told how far it knows everything, so that its resume token stays young. */
const HEARTBEAT_MS = 60_000
/** Windows that ran short and are read on at the same time. */
const REFILLS_AT_ONCE = 8

/** `release`: once. */
export interface HeldQuery {
  readonly query: LiveQuery
  readonly release: () => void
}

/** For whom a query is held. */
export interface Holder {
  readonly memory: HeldMemory
  /** Where strangers come from; absent for those who hold a key. */
  readonly place: Place | undefined
}

/** Those who read for listeners, all together: they neither wait for all queries nor does the server itself wait for them. */
const listeners: ReadClient = { place: 'listeners', isGone: false }

/** A session, as the hub sees it. */
export interface HubSession {
  /** All changes of the commit were handed out. A promise when they are told in several turns. */
  flush(version: Version, turn: Turn): void | Promise<void>
  /** Nothing happened for a while. */
  heartbeat(): void
  end(cause: Error): void
}

export interface HubOptions {
  readonly project: string
  readonly store: ProjectStore
  readonly indexes: CompositeIndexes
  readonly fieldOverrides: FieldOverrides
  readonly times: ProjectTimes
  readonly publisher: Publisher
  readonly clock: Clock
  readonly catalogue: Pick<Catalogue, 'ground'>
  readonly log: Log
  readonly ownMemory: RequestMemory
}

/**
 * Passes the commits of one project on to those who listen. Everything runs in one line: a commit is handed to every
 * live query it may concern, what they make of it goes to their targets, and each session that got something ends with
 * one snapshot; joining a target to its session happens in between, never in the middle. So all targets of all sessions
 * are at one version, `version`, whenever a task begins, but for those whose window is being read: they, and the next snapshot of their
 * sessions, wait for that. A commit that concerns many is passed on in several turns of the event loop.
 */
export class ListenHub {
  readonly #options: HubOptions
  readonly #tasks = new TaskQueue()
  readonly #refills = new Slots(REFILLS_AT_ONCE)
  /** By a hash of what they ask. */
  readonly #queries = new Map<string, LiveQuery>()
  readonly #documents = new Map<string, Feed>()
  readonly #index = new TargetIndex<LiveQuery>()
  readonly #tried = new TriedQueries()
  /** What the grants of targets rest on. */
  readonly lookUps = new LookUps()
  readonly #reviews = new Reviews()
  readonly #sessions = new Set<HubSession>()
  readonly #touched = new Set<HubSession>()
  #version: Version = 0
  #waiting = 0
  #heartbeat: NodeJS.Timeout | undefined

  constructor(options: HubOptions) {
    this.#options = options
  }

  /** Every commit up to here was passed on. */
  get version(): Version {
    return this.#version
  }

  /** The latest time of which the sessions know everything. */
  readTime(): Version {
    return this.#waiting > 0 ? this.#version : Math.max(this.#version, this.#options.publisher.readTime())
  }

  /** Runs between two commits. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    return this.#tasks.run(task)
  }

  /** Those who are in doubt are asked about again, when it is their turn. */
  review(reviewed: Iterable<Reviewed>): void {
    this.#reviews.add(reviewed)
  }

  /** Part of every resume token: the hub lives no longer than this incarnation of the store. */
  get incarnation(): string {
    return this.#options.catalogue.ground.incarnation
  }

  enter(session: HubSession): void {
    if (this.#sessions.size === 0) {
      const { publisher } = this.#options
      this.#version = Math.max(this.#version, publisher.publishedVersion)
      publisher.subscribe({ onCommit: (changes) => this.#onCommit(changes), onBehind: () => this.#endBehind() })
      this.#heartbeat = setInterval(() => this.#tasks.add(() => this.#beat()), HEARTBEAT_MS)
      this.#heartbeat.unref()
    }
    this.#sessions.add(session)
  }

  leave(session: HubSession): void {
    if (!this.#sessions.delete(session)) return
    this.#touched.delete(session)
    if (this.#sessions.size > 0) return
    this.#options.publisher.subscribe(undefined)
    clearInterval(this.#heartbeat)
    // Those who are still joining hear of no further commits.
    for (const query of this.#queries.values()) this.#forget(query)
  }

  /** Those who listen come back, to another hub. */
  endAll(cause: Error): void {
    for (const session of this.#sessions) session.end(cause)
  }

  /** The session got changes of the commit that is being passed on. */
  touch(session: HubSession): void {
    this.#touched.add(session)
  }

  /**
   * The live query for all who ask the same; to be called in a task, and released once. What a window holds is counted in one of the memories
   * of those who hold it. Throws as `TriedQueries.enter`.
   */
  holdQuery(database: string, prepared: PreparedQuery, { memory, place }: Holder): HeldQuery {
    const key = keyOf(database, prepared)
    const known = this.#queries.get(key)
    let query = known
    if (query === undefined) {
      const { offset, limit } = prepared.query
      if (offset === 0 && limit === undefined) {
        query = new LiveFilter(database, prepared)
      } else {
        query = new LiveWindow(database, prepared, this.#version, (...next) => this.#readNext(database, ...next))
      }
      this.#add(key, query, place)
    }
    query.holders++
    const leave = query instanceof LiveWindow ? query.memory.join(memory) : () => {}
    if (query !== known && query instanceof LiveWindow) void this.#fill(query)
    return { query, release: () => this.#release(query, leave) }
  }

  #add(key: string, query: LiveQuery, place: Place | undefined): void {
    const { database, prepared } = query
    if (!this.#index.add(database, prepared.query, query) && place !== undefined) {
      try {
        this.#tried.enter(query, prepared.query, place)
      } catch (error) {
        this.#index.remove(database, prepared.query, query)
        throw error
      }
    }
    this.#queries.set(key, query)
  }

  #release(query: LiveQuery, leave: () => void): void {
    query.holders--
    if (query.holders === 0) this.#forget(query)
    try {
      leave()
    } catch (error) {
      if (query instanceof LiveWindow) this.fail(query, error as Error)
    }
  }

  /** The changes of one document; to be released once. */
  holdDocument(database: string, path: string): Feed {
    const key = documentKey(database, path)
    let feed = this.#documents.get(key)
    if (feed === undefined) {
      feed = new Feed()
      this.#documents.set(key, feed)
    }
    return feed
  }

  releaseDocument(database: string, path: string): void {
    const key = documentKey(database, path)
    if (this.#documents.get(key)?.isEmpty === true) this.#documents.delete(key)
  }

  /** Reads the state of a version that was passed on. `memory` counts what is held meanwhile. */
  readAt<T>(
    database: string,
    version: Version,
    work: (state: ReadState) => Promise<T>,
    memory: HeldMemory,
  ): Promise<T> {
    return readStateAt(this.#options, database, version, work, { memory, client: listeners })
  }

  /** Hands over the result of a query as it was at a version that was passed on, part by part, however long `take` takes. */
  async readInParts(
    database: string,
    prepared: PreparedQuery,
    at: { version: Version; memory: HeldMemory },
    take: Take,
  ): Promise<void> {
    const { project } = this.#options
    await readInParts(this.#options, { project, database }, prepared, at.version, take, {
      memory: at.memory,
      client: listeners,
    })
  }

  #readNext(...[database, prepared, next]: [database: string, ...Parameters<ReadNext>]): Promise<Document[]> {
    const { after, limit, version, memory } = next
    const { project } = this.#options
    const from = after === undefined ? prepared : preparedAfter(prepared, { project, database }, after, 0)
    const whole = { ...from, query: { ...from.query, offset: 0, limit, select: undefined } }
    const read = async (state: ReadState) => {
      const { documents } = await executeQuery(state.view, whole, state.version, { memory })
      return documents
    }
    return this.readAt(database, version, read, memory)
  }

  #onCommit(changes: CommittedChanges): void {
    if (this.#waiting >= WAITING_MAX) {
      this.#endBehind()
      return
    }
    this.#waiting++
    // It waits until it is passed on whole: before that, nobody may be told of its time.
    this.#tasks.add(async () => {
      await this.#passOn(changes)
      this.#waiting--
    })
  }

  #endBehind(): void {
    this.endAll(new StatusError('unavailable', 'LISTENERS_BEHIND', 'The server has fallen behind. Listen again.'))
  }

  async #passOn(changes: CommittedChanges): Promise<void> {
    // Left over from before the last session ended.
    if (changes.version <= this.#version) return
    // Before anybody hears of the commit: it may have taken away the right to.
    for (const { database, path } of changes.deltas) {
      const holders = this.lookUps.change(documentKey(database, path))
      if (holders !== undefined) this.review(holders)
    }
    const turn = new Turn()
    const windows = new Set<LiveWindow>()
    for (const delta of changes.deltas) {
      if (turn.isOver) await turn.next()
      const told = this.#documents.get(documentKey(delta.database, delta.path))?.send(changeOf(delta), turn)
      if (told !== undefined) await told
      for (const query of this.#index.candidates(delta)) {
        const taken = query?.take(delta, turn)
        if (taken !== undefined) await taken
        if (query instanceof LiveWindow) windows.add(query)
        if (turn.isOver) await turn.next()
      }
    }
    for (const window of windows) {
      this.#count(window)
      if (window.isShort) {
        const told = this.#readOn(window, changes.version, turn)
        if (told !== undefined) await told
      } else await this.#tellChanges(window, turn)
      if (turn.isOver) await turn.next()
    }
    this.#version = Math.max(this.#version, changes.version)
    await this.#flush(turn)
  }

  /** Those who follow the window wait while what it lacks is read; the others go on. */
  #readOn(window: LiveWindow, version: Version, turn: Turn): void | Promise<void> {
    window.beginReading(version)
    void this.#refills.run(() => this.#fill(window))
    return window.feed.tell((listener) => listener.onReading(true), turn)
  }

  /** Reads what the window lacks until it has caught up with the commits. */
  async #fill(window: LiveWindow): Promise<void> {
    const held = new HeldShare(window.memory)
    try {
      while (window.isReading) {
        await window.read(held)
        await this.run(() => this.#endReading(window, held))
      }
    } catch (error) {
      held.release()
      await this.run(() => this.fail(window, error as Error))
    }
  }

  async #endReading(window: LiveWindow, read: HeldShare): Promise<void> {
    // By now the window holds what was read.
    read.release()
    this.#count(window)
    await window.catchUp(this.#version)
    if (!window.isLive) return
    const turn = new Turn()
    await this.#tellChanges(window, turn)
    // Not before: a snapshot may follow at any time.
    const told = window.feed.tell((listener) => listener.onReading(false), turn)
    if (told !== undefined) await told
    await this.#flush(turn)
  }

  /** What it holds by now; a window for which there is no room any more has failed. */
  #count(window: LiveWindow): void {
    try {
      window.memory.hold(window.bytes)
    } catch (error) {
      this.fail(window, error as Error)
    }
  }

  /** A query can't be kept up to date: its targets end, and the next who asks begins afresh. */
  fail(window: LiveWindow, cause: Error): void {
    window.fail(cause)
    this.#forget(window)
    window.feed.fail(cause)
  }

  #forget(query: LiveQuery): void {
    const key = keyOf(query.database, query.prepared)
    if (this.#queries.get(key) !== query) return
    this.#queries.delete(key)
    this.#tried.leave(query)
    this.#index.remove(query.database, query.prepared.query, query)
    // It hears of no further commits.
    if (query instanceof LiveWindow)
      query.fail(new StatusError('unavailable', 'WINDOW_LOST', 'Nobody listens any more.'))
  }

  async #tellChanges(window: LiveWindow, turn: Turn): Promise<void> {
    for await (const change of window.takeChanges(turn)) {
      const told = window.feed.send(change, turn)
      if (told !== undefined) await told
    }
  }

  /** Each session that got something has its snapshot. */
  async #flush(turn: Turn): Promise<void> {
    const touched = [...this.#touched]
    this.#touched.clear()
    for (const session of touched) {
      const told = session.flush(this.#version, turn)
      if (told !== undefined) await told
      if (turn.isOver) await turn.next()
    }
  }

  async #beat(): Promise<void> {
    await this.#options.publisher.publishSettled()
    await this.#options.times.refresh()
    const turn = new Turn()
    for (const session of this.#sessions) {
      session.heartbeat()
      if (turn.isOver) await turn.next()
    }
  }
}

/** The same for all who ask the same. The operands themselves, which may be long, are held by those who ask. */
function keyOf(database: string, { query }: PreparedQuery): string {
  return createHash('sha256')
    .update(`${database}\0${canonicalQueryId(query)}`)
    .digest('base64url')
}

function changeOf({ path, after }: DocumentDelta): ResultChange {
  return after === undefined ? { kind: 'leave', path, document: undefined } : { kind: 'upsert', path, document: after }
}
