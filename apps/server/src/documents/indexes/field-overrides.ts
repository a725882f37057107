import {
  type CollectionIndexes,
  collectionIdOf,
  equalFieldPaths,
  type FieldIndexes,
  FieldIndexing,
  type FieldOverride,
  type FieldPath,
  invalidArgument,
  isNameField,
  type ScopedIndexes,
  StatusError,
  validateCollectionId,
  validateQueryPath,
} from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { ReadSnapshot } from '../../persistence/persistence.ts'
import type { Catalogue, CataloguePart } from '../catalogue.ts'

/** The overrides of one collection group, and how far its keys have been brought in line with them. */
export interface GroupOverrides {
  readonly database: string
  readonly collectionGroup: string
  readonly overrides: readonly FieldOverride[]
  /** Sets before this one that keys may still be in line with: what not all of them index is not whole. */
  readonly earlier: readonly (readonly FieldOverride[])[]
  /** `failed`: some document would have more keys than one may. What is new is not used until that is mended. */
  readonly state: 'building' | 'ready' | 'failed'
  /** Milliseconds since the epoch; when the state began. */
  readonly sinceMs: number
}

/** What queries may rely on, by the id of the collection; those that are not there have everything. */
export type ReadableIndexes = ReadonlyMap<string, FieldIndexing>

const SPACE = 'field-overrides'
/** Of one project. */
const GROUPS_MAX = 500
/** Of one collection group; the vendor's limit for a database. */
const OVERRIDES_MAX = 200
/** Changes that may come while the keys are still being brought in line with those before. */
const EARLIER_MAX = 10

const none: ReadableIndexes = new Map()

/**
 * What single fields of one project are indexed otherwise than by default, which is in every way: a part of its catalogue.
 */
export class FieldOverrides implements CataloguePart {
  readonly #catalogue: Pick<Catalogue, 'commit'>
  readonly #clock: Clock
  /** By database and collection group. */
  readonly #kept = new Map<string, GroupOverrides>()
  readonly #written = new Map<string, CollectionIndexes>()
  /** By database; made anew for every change, so that two of them can be told apart. */
  readonly #readable = new Map<string, ReadableIndexes>()
  #revision = 0

  constructor(catalogue: Pick<Catalogue, 'commit'>, clock: Clock) {
    this.#catalogue = catalogue
    this.#clock = clock
  }

  async read(snapshot: ReadSnapshot): Promise<() => void> {
    const page = { limit: GROUPS_MAX, reverse: false }
    const records = await snapshot.listRecords(SPACE, {}, page)
    const groups = new Map(records.map(({ key, value }) => [key, JSON.parse(value) as GroupOverrides]))
    return () => {
      for (const key of this.#kept.keys()) if (!groups.has(key)) this.#keep(key, undefined)
      for (const [key, group] of groups) this.#keep(key, group)
    }
  }

  /** What the keys of a document's single fields are made for; undefined for everything. */
  writtenFor(database: string, path: string): CollectionIndexes | undefined {
    if (this.#written.size === 0) return undefined
    return this.#written.get(keyOf(database, collectionIdOf(path)))
  }

  /** Another number when any override has changed. */
  get revision(): number {
    return this.#revision
  }

  /** A read asks before and after it takes its snapshot: what is in both is whole in it. */
  readableIn(database: string): ReadableIndexes {
    return this.#readable.get(database) ?? none
  }

  list(database?: string): GroupOverrides[] {
    return [...this.#kept.values()].filter((group) => database === undefined || group.database === database)
  }

  find(database: string, collectionGroup: string): GroupOverrides | undefined {
    return this.#kept.get(keyOf(database, collectionGroup))
  }

  /**
   * Takes up an override of a field (or of all, with an empty path), or gives it up; keys are brought in line afterwards.
   * Answers undefined when nothing changes. Throws `invalid-argument`, `resource-exhausted`, and `aborted` when too many
   * changes wait.
   */
  async set(
    database: string,
    collectionGroup: string,
    { path, indexes }: { path: FieldPath; indexes: ScopedIndexes | undefined },
  ): Promise<GroupOverrides | undefined> {
    validate(collectionGroup, path)
    const group = this.find(database, collectionGroup)
    const known = group?.overrides ?? []
    const others = known.filter((override) => !equalFieldPaths(override.path, path))
    const before = known.find((override) => equalFieldPaths(override.path, path))
    const isKnown = before === undefined ? indexes === undefined : indexes !== undefined && areSame(before, indexes)
    // Asked for again, what failed is tried again.
    if (isKnown && group?.state !== 'failed') return undefined
    const overrides = indexes === undefined ? others : [...others, { path, ...indexes }]
    if (overrides.length > OVERRIDES_MAX || (group === undefined && this.#kept.size >= GROUPS_MAX)) {
      throw new StatusError('resource-exhausted', 'TOO_MANY_OVERRIDES', 'There are too many overrides of fields.')
    }
    const earlier = [...(group?.earlier ?? []), known]
    if (earlier.length > EARLIER_MAX) {
      const text = 'The fields are still being brought in line with the changes before. Try again.'
      throw new StatusError('aborted', 'FIELDS_CHANGING', text)
    }
    const sinceMs = this.#clock.nowMs()
    return await this.#put({ database, collectionGroup, overrides, earlier, state: 'building', sinceMs })
  }

  /** What came of a set's keys; nothing when the set was replaced meanwhile. */
  async settle(group: GroupOverrides, state: 'ready' | 'failed'): Promise<void> {
    if (this.find(group.database, group.collectionGroup) !== group) return
    const settled = { ...group, state, sinceMs: this.#clock.nowMs(), ...(state === 'ready' && { earlier: [] }) }
    await this.#put(settled)
  }

  async removeAll(database: string): Promise<void> {
    for (const { collectionGroup } of this.list(database)) await this.#forget(database, collectionGroup)
  }

  async #put(group: GroupOverrides): Promise<GroupOverrides> {
    const { database, collectionGroup, overrides, state } = group
    if (overrides.length === 0 && state === 'ready') {
      await this.#forget(database, collectionGroup)
      return group
    }
    const key = keyOf(database, collectionGroup)
    const before = this.#kept.get(key)
    // Writes have to know before anybody relies on it.
    this.#keep(key, group)
    try {
      await this.#catalogue.commit({ records: [{ space: SPACE, key, value: JSON.stringify(group) }] })
    } catch (error) {
      if (this.#kept.get(key) === group) this.#keep(key, before)
      throw error
    }
    return group
  }

  async #forget(database: string, collectionGroup: string): Promise<void> {
    const key = keyOf(database, collectionGroup)
    await this.#catalogue.commit({ records: [{ space: SPACE, key, value: undefined }] })
    this.#keep(key, undefined)
  }

  #keep(key: string, group: GroupOverrides | undefined): void {
    this.#revision++
    const database = key.slice(0, key.indexOf('/'))
    if (group === undefined) {
      this.#kept.delete(key)
      this.#written.delete(key)
    } else {
      this.#kept.set(key, group)
      const areFieldsChanging = group.state !== 'ready'
      this.#written.set(key, { fields: new FieldIndexing([group.overrides]), areFieldsChanging })
    }
    const readable = this.list(database).map(
      ({ collectionGroup, overrides, earlier }) =>
        [collectionGroup, new FieldIndexing([overrides, ...earlier])] as const,
    )
    this.#readable.set(database, new Map(readable))
  }
}

/** What both index. */
export function indexedInBoth(a: ReadableIndexes, b: ReadableIndexes): ReadableIndexes {
  if (a === b) return a
  const both = new Map(a)
  for (const [collectionId, indexing] of b) both.set(collectionId, both.get(collectionId)?.and(indexing) ?? indexing)
  return both
}

function areSame(a: ScopedIndexes, b: ScopedIndexes): boolean {
  const isSame = (one: FieldIndexes, other: FieldIndexes) =>
    one.ascending === other.ascending && one.descending === other.descending && one.contains === other.contains
  return isSame(a.collection, b.collection) && isSame(a.group, b.group)
}

function validate(collectionGroup: string, path: FieldPath): void {
  validateCollectionId(collectionGroup)
  if (path.length === 0) return
  validateQueryPath(path)
  if (isNameField(path)) throw invalidArgument('INVALID_FIELD', '__name__ is always indexed.')
}

/** Neither can hold a slash. */
function keyOf(database: string, collectionGroup: string): string {
  return `${database}/${collectionGroup}`
}
