import type { Clock } from '../lib/ambient.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { Turn } from '../lib/turn.ts'
import { decodeObjectRecord, OBJECT_SPACE } from './object-record.ts'

const PAGE_SIZE = 1_000
/** Of the files beyond a page: a count is good for about a hundred times as long as it takes, whoever asks again and again. */
const GOOD_MS_PER_FILE = 0.2

export interface StoredFiles {
  readonly files: number
  readonly storedBytes: number
}

/** Number and bytes of a project's files, from their records. Lets others run in between. */
export async function countFiles(store: ProjectStore): Promise<StoredFiles> {
  return await store.read(async (snapshot) => {
    const turn = new Turn()
    let files = 0
    let storedBytes = 0
    let start = ''
    for (;;) {
      const page = await snapshot.listRecords(OBJECT_SPACE, { start }, { limit: PAGE_SIZE, reverse: false })
      for (const stored of page) {
        files += 1
        storedBytes += decodeObjectRecord(stored).object.sizeBytes
      }
      const last = page.at(-1)
      if (!last || page.length < PAGE_SIZE) return { files, storedBytes }
      start = `${last.key}\0`
      await turn.pause()
    }
  })
}

interface Count {
  readonly stored: Promise<StoredFiles>
  /** In milliseconds; undefined while it is counted. */
  goodUntil: number | undefined
}

/** The files of projects, counted when somebody asks, once for all who ask meanwhile, and again when the count is old for what it costs. */
export class FileCounts {
  readonly #clock: Clock
  /** By store: a project that was restored has another. */
  readonly #counts = new WeakMap<ProjectStore, Count>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async of(store: ProjectStore): Promise<StoredFiles> {
    const known = this.#counts.get(store)
    if (known !== undefined && (known.goodUntil === undefined || this.#clock.nowMs() < known.goodUntil)) {
      return await known.stored
    }
    const count: Count = { stored: countFiles(store), goodUntil: undefined }
    this.#counts.set(store, count)
    try {
      const stored = await count.stored
      count.goodUntil = this.#clock.nowMs() + Math.max(0, stored.files - PAGE_SIZE) * GOOD_MS_PER_FILE
      return stored
    } catch (error) {
      this.#counts.delete(store)
      throw error
    }
  }
}
