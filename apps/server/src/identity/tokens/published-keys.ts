import type { JsonWebKey } from 'node:crypto'
import type { Clock } from '../../lib/ambient.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'

/** The public half of a key that signs tokens, in both forms that verifiers read. */
export interface PublishedKey {
  readonly kid: string
  /** RFC 7517, without `kid`, `alg` and `use`. */
  readonly jwk: JsonWebKey
  /** PEM. */
  readonly certificate: string
  /** When nothing that it signed is valid any more; milliseconds since the epoch. Absent while it signs, or is going to. */
  readonly until?: number | undefined
}

/** One record for each project, by its id: `PublishedKey[]`. */
const SPACE = 'published-keys'
/** Once the keys of projects from before there was this list are in it. */
const MARKER_SPACE = 'published-keys-complete'
const MARKER = 'all'
const PAGE_SIZE = 500
/** What another node has changed is noticed after so long. */
const KEPT_MS = 60_000

/**
 * The public keys of all projects, kept together in the registry so that whoever asks for them opens no project: an answer costs the same
 * however many there are. The order is that of the key ids, which tells nothing about projects.
 */
export class PublishedKeys {
  readonly #registry: () => Promise<Pick<ProjectStore, 'getRecord' | 'commit' | 'read'>>
  readonly #clock: Clock
  #listing: Promise<readonly PublishedKey[]> | undefined
  #listedAt = 0

  constructor(options: { registry: () => Promise<Pick<ProjectStore, 'getRecord' | 'commit' | 'read'>>; clock: Clock }) {
    this.#registry = options.registry
    this.#clock = options.clock
  }

  /** Every key whose tokens may be valid, or soon will be. */
  async list(): Promise<readonly PublishedKey[]> {
    const now = this.#clock.nowMs()
    if (this.#listing === undefined || Math.abs(now - this.#listedAt) > KEPT_MS) {
      this.#listedAt = now
      const listing = this.#read()
      this.#listing = listing
      listing.catch(() => {
        if (this.#listing === listing) this.#listing = undefined
      })
    }
    const listed = await this.#listing
    // The same list while nothing has expired, so that what was made from it can be kept.
    return listed.every((key) => isGood(key, now)) ? listed : listed.filter((key) => isGood(key, now))
  }

  /** Of a deleted project. */
  async remove(project: string): Promise<void> {
    const registry = await this.#registry()
    await registry.commit({ records: [{ space: SPACE, key: project, value: undefined }] })
    this.#listing = undefined
  }

  /** Writes what a project publishes; `encode` is asked for a key that was not published yet. */
  async set<Key extends Pick<PublishedKey, 'kid' | 'until'>>(
    project: string,
    keys: readonly Key[],
    encode: (key: Key) => PublishedKey,
  ): Promise<void> {
    const registry = await this.#registry()
    const record = await registry.getRecord(SPACE, project)
    const before = record === undefined ? [] : (JSON.parse(record.value) as PublishedKey[])
    const after = keys.map((key) => {
      const known = before.find(({ kid }) => kid === key.kid)
      return known === undefined ? encode(key) : { ...known, until: key.until }
    })
    if (JSON.stringify(after) === JSON.stringify(before)) return
    await registry.commit({ records: [{ space: SPACE, key: project, value: JSON.stringify(after) }] })
    this.#listing = undefined
  }

  /** Whether the keys of every project are here. */
  async isComplete(): Promise<boolean> {
    return (await (await this.#registry()).getRecord(MARKER_SPACE, MARKER)) !== undefined
  }

  async markComplete(): Promise<void> {
    await (await this.#registry()).commit({ records: [{ space: MARKER_SPACE, key: MARKER, value: '{}' }] })
  }

  async #read(): Promise<readonly PublishedKey[]> {
    const registry = await this.#registry()
    const all: PublishedKey[] = []
    let start = ''
    for (;;) {
      const page = await registry.read((snapshot) =>
        snapshot.listRecords(SPACE, { start }, { limit: PAGE_SIZE, reverse: false }),
      )
      for (const { value } of page) all.push(...(JSON.parse(value) as PublishedKey[]))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_SIZE) break
      start = `${last.key}\0`
    }
    return all.toSorted((one, other) => (one.kid < other.kid ? -1 : 1))
  }
}

function isGood({ until }: PublishedKey, now: number): boolean {
  return until === undefined || now < until
}
