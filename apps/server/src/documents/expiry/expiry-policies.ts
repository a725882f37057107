import {
  invalidArgument,
  isNameField,
  parseFieldPath,
  formatFieldPath,
  StatusError,
  validateCollectionId,
  type Version,
} from '@hearth/model'
import type { Clock } from '../../lib/ambient.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'

/** Documents of a collection group are deleted some time after the time in one of their fields (document-semantics 9). */
export interface ExpiryPolicy {
  readonly database: string
  readonly collectionGroup: string
  /** The text of a field path. */
  readonly field: string
  readonly since: Version
}

const SPACE = 'expiry-policy'
const POLICIES_MAX = 500
/**
 * Where no index tells which documents have expired, all of the group are looked at, and not again before so many times as long as that took:
 * a small group in the next round, a large one without taking more than a fiftieth of the time.
 */
const WALK_PAUSE_FACTOR = 50
const WALK_PAUSE_MS_MAX = 60 * 60_000

/** The policies of one project: at most one field for each collection group. */
export class ExpiryPolicies {
  readonly #store: ProjectStore
  readonly #clock: Clock
  readonly #isIgnored: boolean
  /** When each group may be walked again. */
  readonly #nextWalkMs = new Map<string, number>()

  /** `isIgnored` for a project whose documents never expire, whatever its store says. */
  constructor(store: ProjectStore, clock: Clock, { isIgnored = false }: { isIgnored?: boolean } = {}) {
    this.#store = store
    this.#clock = clock
    this.#isIgnored = isIgnored
  }

  /** Those that documents are deleted by. */
  async listInForce(): Promise<ExpiryPolicy[]> {
    return this.#isIgnored ? [] : await this.list()
  }

  /** Of one database, or of all; in the order of their names. */
  async list(database?: string): Promise<ExpiryPolicy[]> {
    const range = database === undefined ? {} : { start: `${database}/`, end: `${database}0` }
    const page = { limit: POLICIES_MAX, reverse: false }
    const records = await this.#store.read((snapshot) => snapshot.listRecords(SPACE, range, page))
    return records.map(({ value }) => JSON.parse(value) as ExpiryPolicy)
  }

  async find(database: string, collectionGroup: string): Promise<ExpiryPolicy | undefined> {
    const record = await this.#store.getRecord(SPACE, keyOf(database, collectionGroup))
    return record && (JSON.parse(record.value) as ExpiryPolicy)
  }

  /** Throws `invalid-argument`, and `failed-precondition` where nothing expires and when another field of the group has one already. */
  async set(database: string, collectionGroup: string, field: string): Promise<ExpiryPolicy> {
    if (this.#isIgnored) {
      throw new StatusError('failed-precondition', 'NOTHING_EXPIRES', 'The documents of this project never expire.')
    }
    validateCollectionId(collectionGroup)
    const path = parseFieldPath(field)
    if (isNameField(path)) throw invalidArgument('INVALID_FIELD', '__name__ holds no time.')
    const known = await this.find(database, collectionGroup)
    if (known?.field === formatFieldPath(path)) return known
    if (known !== undefined) {
      const text = `The collection group ${collectionGroup} expires by its field ${known.field} already.`
      throw new StatusError('failed-precondition', 'EXPIRY_FIELD_TAKEN', text)
    }
    if ((await this.list()).length >= POLICIES_MAX) {
      throw new StatusError(
        'resource-exhausted',
        'TOO_MANY_POLICIES',
        `A project has at most ${POLICIES_MAX} policies.`,
      )
    }
    const policy: ExpiryPolicy = {
      database,
      collectionGroup,
      field: formatFieldPath(path),
      since: this.#clock.nowMs() * 1000,
    }
    await this.#put(database, collectionGroup, JSON.stringify(policy))
    return policy
  }

  /** Looks at the documents of a policy without an index, unless that is too soon; answers what `walk` does, or 0. */
  async walk({ database, collectionGroup }: ExpiryPolicy, walk: () => Promise<number>): Promise<number> {
    const key = keyOf(database, collectionGroup)
    const begunMs = this.#clock.nowMs()
    if (begunMs < (this.#nextWalkMs.get(key) ?? -Infinity)) return 0
    // One that fails is not tried in each round.
    this.#nextWalkMs.set(key, begunMs + WALK_PAUSE_MS_MAX)
    const found = await walk()
    const endedMs = this.#clock.nowMs()
    this.#nextWalkMs.set(key, endedMs + Math.min(WALK_PAUSE_MS_MAX, (endedMs - begunMs) * WALK_PAUSE_FACTOR))
    return found
  }

  async remove(database: string, collectionGroup: string): Promise<void> {
    await this.#put(database, collectionGroup, undefined)
  }

  async removeAll(database: string): Promise<void> {
    for (const { collectionGroup } of await this.list(database)) await this.remove(database, collectionGroup)
  }

  async #put(database: string, collectionGroup: string, value: string | undefined): Promise<void> {
    this.#nextWalkMs.delete(keyOf(database, collectionGroup))
    const records = [{ space: SPACE, key: keyOf(database, collectionGroup), value }]
    await this.#store.commit({ records, raisesCatalogue: true })
  }
}

/** Neither can hold a slash. */
function keyOf(database: string, collectionGroup: string): string {
  return `${database}/${collectionGroup}`
}
