import type { Version } from '@hearth/model'
import type { CommitBatch, Committed, Following, Ground, ProjectStore, ReadSnapshot } from './persistence.ts'
import type { StoredRecord } from './stored-record.ts'

/** What a service notes about a store of its own accord, such as the epoch of its history. */
const RECORDS_MAX = 10

/** A store without documents and without a place on the disk. It keeps the few records that services make for themselves, in memory. */
export class EmptyStore implements ProjectStore {
  readonly isReady = true
  readonly latched = new Promise<Error>(() => {})
  readonly #version: Version
  #floor: Version
  readonly #ground: Ground
  readonly #records = new Map<string, StoredRecord>()

  constructor(version: Version, incarnation = '0'.repeat(16)) {
    this.#ground = { incarnation, catalogue: 0 }
    this.#version = version
    this.#floor = version
  }

  async read<T>(work: (snapshot: ReadSnapshot) => Promise<T>): Promise<T> {
    return await work({
      version: this.#version,
      readTime: this.#floor,
      ground: this.#ground,
      shouldGiveWay: false,
      getDocuments: async (keys) => keys.map(() => undefined),
      getDocumentsAt: async (keys) => keys.map(() => undefined),
      scanIndex: async () => ({ entries: [], isLast: true }),
      scanIndexKeys: async () => [],
      findIndexKey: async () => undefined,
      countIndex: async () => 0,
      scanPast: async () => ({ entries: [], isLast: true }),
      countPast: async () => 0,
      countChanges: async () => 0,
      changesAfter: async () => [],
      feedAfter: async () => ({ entries: [], isLast: true }),
      listVersions: async () => [],
      listDeleted: async () => [],
      getRecord: (space, key) => this.getRecord(space, key),
      listRecords: async () => [],
    })
  }

  async getDocuments(keys: readonly unknown[]): Promise<undefined[]> {
    return keys.map(() => undefined)
  }

  async getRecord(space: string, key: string): Promise<StoredRecord | undefined> {
    return this.#records.get(`${space}/${key}`)
  }

  async documentCount(): Promise<number> {
    return 0
  }

  /** Throws for documents and for more than a few records: whoever writes has to be let in first, and nobody is. */
  async commit({ documents = [], records = [] }: CommitBatch): Promise<Committed> {
    if (documents.length > 0 || this.#records.size + records.length > RECORDS_MAX) {
      throw new Error('nothing is written where there is no project')
    }
    for (const { space, key, value } of records) {
      if (value !== undefined) this.#records.set(`${space}/${key}`, { key, value, revision: 1 })
    }
    return { version: this.#floor, previous: this.#version }
  }

  /** Nothing ever happens. */
  follow(): Following {
    return { readTime: () => this.#floor }
  }

  lastVersion(): Version {
    return this.#version
  }

  readTime(): Version {
    return this.#floor
  }

  async raiseFloor(time: Version): Promise<void> {
    this.#floor = Math.max(this.#floor, time)
  }

  async lastChange(): Promise<Version> {
    return 0
  }
}
