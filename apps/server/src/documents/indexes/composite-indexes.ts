import {
  COMPOSITE_FIELDS_MAX,
  collectionIdOf,
  type CompositeIndex,
  invalidArgument,
  isCompositeField,
  StatusError,
  validateCollectionId,
} from '@hearth/model'
import type { Clock, Random } from '../../lib/ambient.ts'
import type { ReadSnapshot } from '../../persistence/persistence.ts'
import type { Catalogue, CataloguePart } from '../catalogue.ts'
import { definitionKey, type IndexDefinition, type KeptIndex } from './composite-index-record.ts'

const SPACE = 'composite-index'
/** Indexes of one project; each one makes the writes to its collections dearer. Those that built themselves make room for declared ones. */
const INDEXES_MAX = 500
const READ_PAGE = 500

/** The indexes over several fields of one project: a part of its catalogue. */
export class CompositeIndexes implements CataloguePart {
  readonly #catalogue: Pick<Catalogue, 'commit'>
  readonly #clock: Clock
  readonly #random: Random
  /** By id. */
  readonly #kept = new Map<string, KeptIndex>()
  /** By database and collection id: those that writes keep up. */
  #written = new Map<string, readonly CompositeIndex[]>()
  #revision = 0

  constructor(catalogue: Pick<Catalogue, 'commit'>, clock: Clock, random: Random) {
    this.#catalogue = catalogue
    this.#clock = clock
    this.#random = random
  }

  async read(snapshot: ReadSnapshot): Promise<() => void> {
    const page = { limit: READ_PAGE, reverse: false }
    const kept: KeptIndex[] = []
    for (let start: string | undefined = ''; start !== undefined;) {
      const records = await snapshot.listRecords(SPACE, { start }, page)
      for (const { value } of records) kept.push(JSON.parse(value) as KeptIndex)
      start = records.length < READ_PAGE ? undefined : `${records.at(-1)?.key}\0`
    }
    return () => {
      this.#kept.clear()
      for (const index of kept) this.#kept.set(index.id, index)
      this.#group()
    }
  }

  /** Those that the keys of a document have to be kept up for. */
  writtenFor(database: string, path: string): readonly CompositeIndex[] {
    if (this.#written.size === 0) return []
    return this.#written.get(keyOf(database, collectionIdOf(path))) ?? []
  }

  /** Those that hold every document. A read asks before it takes its snapshot. */
  readyIn(database: string): readonly CompositeIndex[] {
    if (this.#kept.size === 0) return []
    return [...this.#kept.values()].filter((index) => index.database === database && index.state === 'ready')
  }

  /** Another number when any index has changed. */
  get revision(): number {
    return this.#revision
  }

  list(database?: string): KeptIndex[] {
    return [...this.#kept.values()].filter((index) => database === undefined || index.database === database)
  }

  get(id: string): KeptIndex {
    const index = this.#kept.get(id)
    if (index !== undefined && index.state !== 'removing') return index
    throw new StatusError('not-found', 'INDEX_NOT_FOUND', `There is no index ${id}.`)
  }

  findSame(definition: IndexDefinition): KeptIndex | undefined {
    const key = definitionKey(definition)
    return this.list().find((index) => index.state !== 'removing' && definitionKey(index) === key)
  }

  /**
   * Takes up an index, to be built. For one that is declared, where there is no room, one of those that built themselves goes: `leastUsed` of them. Throws
   * `invalid-argument`, `already-exists`, `resource-exhausted`/`TOO_MANY_INDEXES`.
   */
  async add(
    definition: IndexDefinition,
    origin: KeptIndex['origin'],
    leastUsed: (automatic: readonly KeptIndex[]) => KeptIndex | undefined = ([first]) => first,
  ): Promise<KeptIndex> {
    validate(definition)
    const same = this.findSame(definition)
    // What could not be made by itself, and then is asked for, has the larger limits of what is declared.
    if (same?.state === 'failed' && origin === 'declared') await this.setState(same.id, 'removing')
    else if (same !== undefined) {
      throw new StatusError('already-exists', 'INDEX_EXISTS', 'There is such an index already.')
    }
    const replaced = this.#findContext(origin, leastUsed)
    if (replaced !== undefined) await this.setState(replaced.id, 'removing')
    const id = this.#random.bytes(6).toString('base64url')
    return await this.#put({ ...definition, id, origin, state: 'building', sinceMs: this.#clock.nowMs() })
  }

  /** What has to go first. Declared ones count until their keys are gone, so that nobody makes and removes them without an end. */
  #findContext(
    origin: KeptIndex['origin'],
    leastUsed: (automatic: readonly KeptIndex[]) => KeptIndex | undefined,
  ): KeptIndex | undefined {
    const counted = this.list().filter((index) => index.state !== 'removing' || index.origin === 'declared')
    if (counted.length < INDEXES_MAX) return undefined
    const automatic = origin === 'declared' ? counted.filter((index) => index.origin === 'automatic') : []
    const replaced = leastUsed(automatic)
    if (replaced !== undefined) return replaced
    throw new StatusError('resource-exhausted', 'TOO_MANY_INDEXES', `A project has at most ${INDEXES_MAX} indexes.`)
  }

  async setState(id: string, state: KeptIndex['state']): Promise<KeptIndex> {
    const index = this.#kept.get(id)
    if (index === undefined) throw new StatusError('not-found', 'INDEX_NOT_FOUND', `There is no index ${id}.`)
    return await this.#put({ ...index, state, sinceMs: this.#clock.nowMs() })
  }

  async forget(id: string): Promise<void> {
    await this.#catalogue.commit({ records: [{ space: SPACE, key: id, value: undefined }] })
    this.#kept.delete(id)
  }

  async #put(index: KeptIndex): Promise<KeptIndex> {
    const before = this.#kept.get(index.id)
    // Writes have to know before anybody relies on it.
    this.#keep(index)
    try {
      await this.#catalogue.commit({ records: [{ space: SPACE, key: index.id, value: JSON.stringify(index) }] })
    } catch (error) {
      if (before === undefined) this.#kept.delete(index.id)
      else this.#kept.set(before.id, before)
      this.#group()
      throw error
    }
    return index
  }

  #keep(index: KeptIndex): void {
    this.#kept.set(index.id, index)
    this.#group()
  }

  #group(): void {
    this.#revision++
    const kept = this.list().filter(({ state }) => state === 'building' || state === 'ready')
    this.#written = Map.groupBy(kept, ({ database, collectionId }) => keyOf(database, collectionId))
  }
}

function keyOf(database: string, collectionId: string): string {
  return `${database}/${collectionId}`
}

function validate({ collectionId, fields }: IndexDefinition): void {
  validateCollectionId(collectionId)
  if (fields.length < 2 || fields.length > COMPOSITE_FIELDS_MAX) {
    throw invalidArgument('INVALID_INDEX', `An index over several fields has 2 to ${COMPOSITE_FIELDS_MAX} of them.`)
  }
  if (!fields.every(({ path }) => isCompositeField(path))) {
    throw invalidArgument('INVALID_INDEX', '__name__ is the last field of every index and is not named.')
  }
  if (fields.filter(({ kind }) => kind === 'contains').length > 1) {
    throw invalidArgument('INVALID_INDEX', 'Only one field of an index can stand for the elements of an array.')
  }
  const paths = fields.map(({ path }) => JSON.stringify(path))
  if (new Set(paths).size < paths.length) throw invalidArgument('INVALID_INDEX', 'A field stands in an index once.')
}
