import { StatusError } from '@hearth/model'
import type { Decision, OnDecision } from '../access/decision.ts'
import type { Clock, Log } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { BoundedCache } from '../lib/bounded-cache.ts'
import { type DecisionFilter, type GroupedBy, matches } from './decision-filter.ts'
import { decidedMs, type DecisionGroups, GroupGatherer } from './decision-groups.ts'
import { MissedDecisions } from './missed-decisions.ts'

/** A record of the space holds a stretch of decisions; its key is the id of the first. */
const SPACE = 'decision'
const DECISIONS_PER_RECORD = 100
/** So that the last 10,000 are kept, and at most 99 more. */
const RECORDS_MAX = 101
const WRITE_AFTER_MS = 500
/** Of a project, between two writes; further ones are counted and not kept. */
const WAITING_MAX = 2_000
/** Of them, what one caller was allowed, and what one was denied: who asks much keeps neither others nor its own refusals out. */
const CALLER_WAITING_MAX = 100
const PROJECTS_WAITING_MAX = 1_000
const PROJECTS_KNOWN_MAX = 200
const PATH_LENGTH_MAX = 1_500
/** Characters of JSON of claims, queries, metadata and paths that were read; what is longer is not kept. */
const PART_LENGTH_MAX = 2_000
const RECORDS_PER_READ = 10
const PAGE_SIZE_MAX = 500

export interface KeptDecision extends Decision {
  /** Microseconds since the epoch, each greater than the one before. */
  readonly id: number
}

/** A number for each step, the first one first. */
export interface DecisionCounts {
  readonly allowed: readonly number[]
  readonly denied: readonly number[]
  /** Older ones of that time were overwritten. */
  readonly isCut: boolean
  /** How many of that time came faster than they could be kept; the filter doesn't matter. */
  readonly missed: number
}

/** A stretch of time, in ids: from `begin` on, and before `end`. */
export interface DecisionSpan {
  readonly begin?: number | undefined
  readonly end?: number | undefined
}

export interface DecisionLogOptions {
  readonly storeOf: (project: string) => Promise<ProjectStore>
  readonly clock: Clock
  readonly log: Log
}

/** The end of a project's ring as it is on the disk. */
interface Ring {
  readonly keys: string[]
  /** What the newest record holds. */
  newest: KeptDecision[]
}

/** What has come of a project since the last write. */
interface Waiting {
  readonly decisions: KeptDecision[]
  /** How many of them each caller has. */
  readonly allowedOf: Map<string, number>
  readonly deniedOf: Map<string, number>
}

/**
 * Keeps the last 10,000 decisions of each project as records of it. They are gathered and written half a second later, so that no
 * request waits for them; a process that is killed loses what had gathered.
 */
export class DecisionLog {
  readonly #options: DecisionLogOptions
  readonly #waiting = new Map<string, Waiting>()
  readonly #rings = new BoundedCache<Ring>(PROJECTS_KNOWN_MAX)
  readonly #missed = new MissedDecisions()
  #lastId = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: DecisionLogOptions) {
    this.#options = options
  }

  readonly record: OnDecision = (project, describe, isAllowed, who) => {
    let waiting = this.#waiting.get(project)
    if (waiting === undefined && this.#waiting.size < PROJECTS_WAITING_MAX) {
      waiting = { decisions: [], allowedOf: new Map(), deniedOf: new Map() }
      this.#waiting.set(project, waiting)
    }
    if (waiting === undefined || !hasRoom(waiting, isAllowed, who)) {
      this.#missed.add(project, this.#options.clock.nowMs())
      return
    }
    this.#lastId = Math.max(this.#options.clock.nowMs() * 1000, this.#lastId + 1)
    waiting.decisions.push({ ...bounded(describe()), id: this.#lastId })
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref()
  }

  /** Resolves when what was recorded so far is written, or could not be. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batches = [...this.#waiting]
    this.#waiting.clear()
    this.#writing = this.#writing.then(async () => {
      for (const [project, { decisions }] of batches) await this.#append(project, decisions)
      const lost = await this.#missed.write(this.#options)
      if (lost > 0) this.#options.log.warn({ lost }, 'decisions of the gate are missing in the list')
    })
    await this.#writing
  }

  /**
   * The newest first. `before` and `after` are ids, and not in the page themselves; `pageSize` at most 500. `next` is what to go on
   * `before`.
   */
  async list(
    project: string,
    page: { pageSize: number; before?: number | undefined; after?: number | undefined },
    filter: DecisionFilter = {},
  ): Promise<{ decisions: readonly KeptDecision[]; next: number | undefined }> {
    const { before = Number.MAX_SAFE_INTEGER, after = 0 } = page
    const pageSize = Math.min(page.pageSize, PAGE_SIZE_MAX)
    const found: KeptDecision[] = []
    for await (const decisions of this.#newestFirst(project, before)) {
      for (const decision of decisions) {
        if (decision.id <= after) return { decisions: found, next: undefined }
        if (!matches(decision, filter)) continue
        if (found.length >= pageSize) return { decisions: found, next: found.at(-1)?.id }
        found.push(decision)
      }
    }
    return { decisions: found, next: undefined }
  }

  /** Those that took longest to decide, the slowest first; at most `size` and 500. */
  async slowest(
    project: string,
    { begin = 0, end = Number.MAX_SAFE_INTEGER }: DecisionSpan,
    filter: DecisionFilter,
    size: number,
  ): Promise<readonly KeptDecision[]> {
    const kept = Math.min(size, PAGE_SIZE_MAX)
    let slowest: readonly KeptDecision[] = []
    for await (const decisions of this.#newestFirst(project, end)) {
      const timed = decisions.filter((one) => one.id >= begin && decidedMs(one) !== undefined && matches(one, filter))
      slowest = [...slowest, ...timed]
        .toSorted((one, other) => (decidedMs(other) ?? 0) - (decidedMs(one) ?? 0))
        .slice(0, kept)
      if ((decisions.at(-1)?.id ?? begin) < begin) break
    }
    return slowest
  }

  /** Those of a stretch of time, put together. */
  async group(
    project: string,
    by: GroupedBy,
    { begin = 0, end = Number.MAX_SAFE_INTEGER }: DecisionSpan,
    filter: DecisionFilter,
  ): Promise<DecisionGroups> {
    const gatherer = new GroupGatherer(by)
    for await (const decisions of this.#newestFirst(project, end)) {
      for (const decision of decisions) {
        gatherer.see(decision)
        if (!matches(decision, filter)) continue
        if (decision.id >= begin) gatherer.add(decision)
        else gatherer.addEarlier(decision)
      }
    }
    return gatherer.result()
  }

  /**
   * How many were allowed and denied in each of so many even steps from `begin` on, which is in microseconds since the epoch as `stepLength`
   * is.
   */
  async count(
    project: string,
    { begin, stepLength, steps }: { begin: number; stepLength: number; steps: number },
    filter: DecisionFilter = {},
  ): Promise<DecisionCounts> {
    const allowed = Array.from({ length: steps }, () => 0)
    const denied = [...allowed]
    const end = begin + stepLength * steps
    let seen = 0
    for await (const decisions of this.#newestFirst(project, end)) {
      for (const decision of decisions) {
        if (decision.id < begin)
          return { allowed, denied, isCut: false, missed: await this.#missedIn(project, begin, end) }
        seen++
        if (!matches(decision, filter)) continue
        const counts = decision.isAllowed ? allowed : denied
        const step = Math.floor((decision.id - begin) / stepLength)
        counts[step] = (counts[step] ?? 0) + 1
      }
    }
    const isCut = seen >= (RECORDS_MAX - 1) * DECISIONS_PER_RECORD
    return { allowed, denied, isCut, missed: await this.#missedIn(project, begin, end) }
  }

  async #missedIn(project: string, begin: number, end: number): Promise<number> {
    return await this.#missed.count(await this.#options.storeOf(project), begin / 1000, end / 1000)
  }

  /** Stretches of decisions with ids below `before`; others have their turn between two reads. */
  async *#newestFirst(project: string, before: number): AsyncIterable<readonly KeptDecision[]> {
    await this.write()
    const store = await this.#options.storeOf(project)
    let end = keyOf(before)
    for (;;) {
      const records = await store.read((snapshot) =>
        snapshot.listRecords(SPACE, { end }, { limit: RECORDS_PER_READ, reverse: true }),
      )
      for (const { key, value } of records) {
        end = key
        yield (JSON.parse(value) as KeptDecision[]).filter(({ id }) => id < before).toReversed()
      }
      if (records.length < RECORDS_PER_READ) return
    }
  }

  /** Undefined when it is not kept any more. */
  async find(project: string, id: number): Promise<KeptDecision | undefined> {
    const { decisions } = await this.list(project, { pageSize: 1, before: id + 1 })
    return decisions[0]?.id === id ? decisions[0] : undefined
  }

  async #append(project: string, decisions: readonly KeptDecision[]): Promise<void> {
    try {
      const store = await this.#options.storeOf(project)
      const ring = this.#rings.get(project) ?? (await readRing(store))
      const keys = [...ring.keys]
      let newest = ring.newest
      const changed = new Map<string, readonly KeptDecision[]>()
      for (const decision of decisions) {
        if (keys.length === 0 || newest.length >= DECISIONS_PER_RECORD) {
          keys.push(keyOf(decision.id))
          newest = []
        }
        // What the ring holds stays as it is until this is durable.
        if (newest === ring.newest) newest = [...newest]
        newest.push(decision)
        changed.set(keys.at(-1) ?? '', newest)
      }
      const overwritten = keys.splice(0, Math.max(0, keys.length - RECORDS_MAX))
      await store.commit({
        records: [
          ...[...changed].map(([key, held]) => ({ space: SPACE, key, value: JSON.stringify(held) })),
          ...overwritten.map((key) => ({ space: SPACE, key, value: undefined })),
        ],
      })
      this.#rings.set(project, { keys, newest })
    } catch (err) {
      this.#rings.delete(project)
      this.#missed.add(project, this.#options.clock.nowMs(), decisions.length)
      // A project that is gone or a store that takes no more writes says so itself.
      if (!(err instanceof StatusError)) this.#options.log.error({ err, project }, 'decisions could not be written')
    }
  }
}

/** Counts one more where there is room for it. */
function hasRoom({ decisions, allowedOf, deniedOf }: Waiting, isAllowed: boolean, who: string): boolean {
  if (decisions.length >= WAITING_MAX) return false
  const kept = isAllowed ? allowedOf : deniedOf
  const count = kept.get(who) ?? 0
  if (count >= CALLER_WAITING_MAX) return false
  kept.set(who, count + 1)
  return true
}

async function readRing(store: ProjectStore): Promise<Ring> {
  const records = await store.read((snapshot) =>
    snapshot.listRecords(SPACE, {}, { limit: RECORDS_MAX + 1, reverse: false }),
  )
  const newest = records.at(-1)
  return {
    keys: records.map(({ key }) => key),
    newest: newest === undefined ? [] : (JSON.parse(newest.value) as KeptDecision[]),
  }
}

function bounded(decision: Decision): Decision {
  const { path, caller, query, before, after, lookedUp, written } = decision
  return {
    ...decision,
    path: path.slice(0, PATH_LENGTH_MAX),
    ...(caller.claims !== undefined && areLong(caller.claims) && { caller: { ...caller, claims: undefined } }),
    ...(isLong(lookedUp) && { lookedUp: undefined }),
    ...(written !== undefined && isLong(written) && { written: { ...written, paths: [] } }),
    ...(isLong(query) && { query: undefined }),
    ...(isLong(before) && { before: undefined }),
    ...(isLong(after) && { after: undefined }),
  }
}

function isLong(part: object | null | undefined): boolean {
  return part !== undefined && part !== null && JSON.stringify(part).length > PART_LENGTH_MAX
}

/** The claims of a token are the same object in each of its requests. */
const longClaims = new WeakMap<object, boolean>()

function areLong(claims: object): boolean {
  let known = longClaims.get(claims)
  if (known === undefined) {
    known = isLong(claims)
    longClaims.set(claims, known)
  }
  return known
}

function keyOf(id: number): string {
  return String(id).padStart(16, '0')
}
