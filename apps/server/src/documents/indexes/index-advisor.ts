import { type CompositeField, disjunctsOf, equalFieldPaths, isNameField } from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { ProjectContext } from '../project-context.ts'
import { compositeShape, fieldsFor } from '../query/composite-plan.ts'
import { CountedSnapshot } from '../query/counted-snapshot.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ReadState } from '../read-state.ts'
import { definitionKey, type IndexDefinition, type KeptIndex } from './composite-index-record.ts'

/** Reads beyond what is answered that make an index worth its keys, once or several times. */
const WASTE_MIN = 500
const WASTE_FACTOR = 10
const TIMES_MIN = 3
/** What happens within so long counts once, so that a burst is no habit. */
const SPACING_MS = 2_000
/** Definitions whose waste is remembered; beyond, the one that was missed least is forgotten. */
const SHAPES_MAX = 1000
/** Indexes that are built by themselves for the collections of one id, of a database, and of a project: most of what it may have is for declared ones. */
const AUTOMATIC_OF_COLLECTION_MAX = 10
const AUTOMATIC_OF_DATABASE_MAX = 100
const AUTOMATIC_MAX = 200
/** Indexes that a project builds by itself in an hour. */
const BUILDS_MAX = 20
const BUILDS_MS = 60 * 60_000
/** An index stays for so long, and none goes so soon after a start: before, nobody knows what it is good for. */
const SETTLING_MS = 10 * 60_000
/** An index that a document did not fit into is tried again after so long: the document may be gone. */
const RETRY_MS = 60 * 60_000
/** An index makes room for one that would save so much more. */
const BETTER_FACTOR = 2

/** A definition that queries would have been quicker with. */
interface Missed {
  readonly definition: IndexDefinition
  times: number
}

/** An index to be built, and the one that makes room for it: another one, or itself where it failed long ago. */
export interface AdvisedIndex {
  readonly definition: IndexDefinition
  readonly instead: KeptIndex | undefined
}

/**
 * Watches what queries read, asks for an index where one is missed again and again, and knows which of those that built themselves
 * are of least use: entries that queries did not have to read because of it, lately.
 */
export class IndexAdvisor {
  readonly #clock: Clock
  readonly #sinceMs: number
  readonly #missed = new Map<string, Missed>()
  /** Entries that were read in vain, by definition. */
  readonly #wasted = new FadingScores()
  /** Entries that were not read thanks to an index, by its id. */
  readonly #saved = new FadingScores()
  /** Entries that one query read in vain before an index was built, by definition. */
  readonly #costs = new Map<string, number>()
  #builtAtMs: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.#sinceMs = clock.nowMs()
  }

  /** Whether an index over several fields could serve the query better: asked of every query, so it only looks. */
  static canHelp({ query: { filter, collectionId, nearest, orderBy } }: PreparedQuery): boolean {
    if (collectionId === undefined || nearest !== undefined) return false
    if (filter === undefined) return orderBy.length > 2
    if ('filters' in filter) return true
    const { field: filtered } = filter
    return orderBy.some(({ field }) => !isNameField(field) && !equalFieldPaths(field, filtered))
  }

  /** Runs a query and answers, besides its result, the indexes that should be built because of it. */
  async watch<T>(
    context: ProjectContext,
    state: ReadState,
    {
      prepared,
      run,
      sizeOf,
    }: { prepared: PreparedQuery; run: (state: ReadState) => Promise<T>; sizeOf: (result: T) => number },
  ): Promise<{ result: T; advised: AdvisedIndex[] }> {
    const snapshot = new CountedSnapshot(state.view.snapshot)
    const used = new Set<string>()
    const result = await run({ ...state, view: { ...state.view, snapshot, used } })
    const answered = sizeOf(result)
    const read = Math.max(snapshot.indexEntries, snapshot.documents)
    const wasted = read - answered
    if (wasted >= WASTE_MIN && read >= WASTE_FACTOR * answered) {
      return { result, advised: this.#noteWaste(context, state.view.database, prepared, wasted) }
    }
    for (const id of used) this.noteUse(context, id)
    return { result, advised: [] }
  }

  /** That which saves queries least lately. */
  leastUsed(indexes: readonly KeptIndex[]): KeptIndex | undefined {
    const nowMs = this.#clock.nowMs()
    return leastOf(indexes, ({ id }) => this.#saved.of(id, nowMs))
  }

  /** A query read the index with this id, and little in vain. */
  noteUse(context: ProjectContext, id: string): void {
    const nowMs = this.#clock.nowMs()
    if (nowMs - this.#saved.lastAdded(id) < SPACING_MS) return
    const index = context.indexes.list().find((one) => one.id === id)
    if (index?.origin !== 'automatic') return
    this.#saved.add(id, this.#costs.get(definitionKey(index)) ?? WASTE_MIN, nowMs)
  }

  #noteWaste(context: ProjectContext, database: string, prepared: PreparedQuery, wasted: number): AdvisedIndex[] {
    const nowMs = this.#clock.nowMs()
    const advised: AdvisedIndex[] = []
    for (const definition of definitionsFor(database, prepared)) {
      const same = context.indexes.findSame(definition)
      if ((same !== undefined && !mayRetry(same, nowMs)) || hasExempt(context, definition)) continue
      const key = definitionKey(definition)
      if (nowMs - this.#wasted.lastAdded(key) < SPACING_MS) continue
      const missed = this.#missed.get(key) ?? { definition, times: 0 }
      missed.times++
      this.#wasted.add(key, wasted, nowMs)
      this.#remember(key, missed, nowMs)
      if (missed.times < TIMES_MIN) continue
      const instead = this.#mayBuild(nowMs) ? (same ?? this.#findRoomFor(context, missed, nowMs)) : 'none'
      if (instead === 'none') continue
      this.#builtAtMs.push(nowMs)
      this.#costs.set(key, wasted)
      this.#forget(key)
      if (instead !== undefined) {
        this.#saved.delete(instead.id)
        this.#costs.delete(definitionKey(instead))
      }
      advised.push({ definition, instead })
    }
    return advised
  }

  #remember(key: string, missed: Missed, nowMs: number): void {
    this.#missed.set(key, missed)
    if (this.#missed.size <= SHAPES_MAX) return
    const keys = [...this.#missed.keys()].filter((one) => one !== key)
    this.#forget(leastOf(keys, (one) => this.#wasted.of(one, nowMs)))
  }

  #forget(key: string | undefined): void {
    if (key === undefined) return
    this.#missed.delete(key)
    this.#wasted.delete(key)
  }

  #mayBuild(nowMs: number): boolean {
    this.#builtAtMs = this.#builtAtMs.filter((atMs) => nowMs - atMs < BUILDS_MS)
    return this.#builtAtMs.length < BUILDS_MAX
  }

  /** The index that a new one would take the place of; undefined when there is room, `none` when nothing should make room. */
  #findRoomFor(context: ProjectContext, { definition }: Missed, nowMs: number): KeptIndex | undefined | 'none' {
    const crowd = crowdAround(context, definition)
    if (crowd === undefined) return undefined
    const settled = crowd.filter(({ sinceMs }) => nowMs - Math.max(sinceMs, this.#sinceMs) >= SETTLING_MS)
    const least = this.leastUsed(settled)
    if (least === undefined) return 'none'
    const wouldSave = this.#wasted.of(definitionKey(definition), nowMs)
    return wouldSave >= BETTER_FACTOR * this.#saved.of(least.id, nowMs) ? least : 'none'
  }
}

function mayRetry({ origin, state, sinceMs }: KeptIndex, nowMs: number): boolean {
  return origin === 'automatic' && state === 'failed' && nowMs - sinceMs >= RETRY_MS
}

function leastOf<T>(items: readonly T[], scoreOf: (item: T) => number): T | undefined {
  let least: { item: T; score: number } | undefined
  for (const item of items) {
    const score = scoreOf(item)
    if (least === undefined || score < least.score) least = { item, score }
  }
  return least?.item
}

/** Whoever exempts a field from its own index spares its writes; only what is declared holds it then. */
function hasExempt(context: ProjectContext, { database, collectionId, isGroup, fields }: IndexDefinition): boolean {
  const indexing = context.fieldOverrides.readableIn(database).get(collectionId)
  const scope = isGroup ? 'group' : 'collection'
  const spaceOf = ({ kind }: CompositeField) => (kind === 'contains' ? 'elements' : 'fields')
  return indexing !== undefined && fields.some((field) => !indexing.isKept(field.path, scope, spaceOf(field)))
}

/** Those that built themselves of which there is none more to be; undefined where there is room for one. */
function crowdAround(context: ProjectContext, { database, collectionId }: IndexDefinition): KeptIndex[] | undefined {
  const all = context.indexes.list().filter(({ origin, state }) => origin === 'automatic' && state !== 'removing')
  const ofDatabase = all.filter((index) => index.database === database)
  const ofCollection = ofDatabase.filter((index) => index.collectionId === collectionId)
  if (ofCollection.length >= AUTOMATIC_OF_COLLECTION_MAX) return ofCollection
  if (ofDatabase.length >= AUTOMATIC_OF_DATABASE_MAX) return ofDatabase
  return all.length >= AUTOMATIC_MAX ? all : undefined
}

/** One for each conjunction of the filter that needs one, those that are the same but for their values together. */
function definitionsFor(database: string, prepared: PreparedQuery): IndexDefinition[] {
  const { collectionId = '', allDescendants, filter } = prepared.query
  const definitions = new Map<string, IndexDefinition>()
  for (const filters of disjunctsOf(filter)) {
    const shape = compositeShape(filters, prepared)
    const fields = fieldsFor(shape)
    // Without an equality an index only tells the order: it leaves out nothing that a condition on another field does.
    const isNarrower = shape.equalities.length > 0 || shape.others.length === 0
    if (fields === undefined || !isNarrower) continue
    const definition = { database, collectionId, isGroup: allDescendants, fields }
    definitions.set(definitionKey(definition), definition)
  }
  return [...definitions.values()]
}

/** A score is worth half after so long. */
const HALF_LIFE_MS = 60 * 60_000

interface Score {
  readonly amount: number
  readonly atMs: number
}

/** Amounts that are added up by key, and fade with time: what was lately counts most. */
class FadingScores {
  readonly #scores = new Map<string, Score>()

  add(key: string, amount: number, nowMs: number): void {
    this.#scores.set(key, { amount: this.of(key, nowMs) + amount, atMs: nowMs })
  }

  /** 0 for what has no score. */
  of(key: string, nowMs: number): number {
    const score = this.#scores.get(key)
    return score === undefined ? 0 : score.amount * 2 ** ((score.atMs - nowMs) / HALF_LIFE_MS)
  }

  /** When a key was last added to, in milliseconds; -Infinity when it has no score. */
  lastAdded(key: string): number {
    return this.#scores.get(key)?.atMs ?? -Infinity
  }

  delete(key: string): void {
    this.#scores.delete(key)
  }
}
