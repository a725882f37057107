import {
  invalidArgument,
  isNameField,
  parseFieldPath,
  formatFieldPath,
  StatusError,
  validateCollectionId,
  type Version,
} from '@hearth/model'
import type { Clock } from '../../ambient.ts'
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
/** How often all documents of a group are looked at where no index tells which have expired. */
const WALK_EVERY_MS = 60 * 60_000

/** The policies of one project: at most one field for each collection group. */
export class ExpiryPolicies {
  readonly #store: ProjectStore
  readonly #clock: Clock
  /** When each group was walked last. */
  readonly #walkedMs = new Map<string, number>()

  constructor(store: ProjectStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
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

  /** Throws `invalid-argument`, and `failed-precondition` when another field of the group has one already. */
  async set(database: string, collectionGroup: string, field: string): Promise<ExpiryPolicy> {
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

  /** Whether the documents of a policy without an index are to be looked at now; if so, not again for a while. */
  beginWalk({ database, collectionGroup }: ExpiryPolicy): boolean {
    const key = keyOf(database, collectionGroup)
    const now = this.#clock.nowMs()
    if (now - (this.#walkedMs.get(key) ?? -Infinity) < WALK_EVERY_MS) return false
    this.#walkedMs.set(key, now)
    return true
  }

  async remove(database: string, collectionGroup: string): Promise<void> {
    await this.#put(database, collectionGroup, undefined)
  }

  async removeAll(database: string): Promise<void> {
    for (const { collectionGroup } of await this.list(database)) await this.remove(database, collectionGroup)
  }

  async #put(database: string, collectionGroup: string, value: string | undefined): Promise<void> {
    this.#walkedMs.delete(keyOf(database, collectionGroup))
    await this.#store.commit({ records: [{ space: SPACE, key: keyOf(database, collectionGroup), value }] })
  }
}

/** Neither can hold a slash. */
function keyOf(database: string, collectionGroup: string): string {
  return `${database}/${collectionGroup}`
}
