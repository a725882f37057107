import type { Blobs } from '../blobs/blobs.ts'
import type { ProjectStore, RecordChange } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { OBJECT_SPACE } from './object-record.ts'
import { UPLOAD_SPACE } from './upload-record.ts'

/**
 * Contents no file names any more. A blob enters this space in the same commit that drops its name, and leaves it after its bytes are
 * gone, so that no crash can leave bytes behind that nothing names.
 */
export const GARBAGE_SPACE = 'blob-garbage'
const SWEEP_PAGE = 100
const PAGE_SIZE = 500

export function discard(blobId: string): RecordChange {
  return { space: GARBAGE_SPACE, key: blobId, value: '{}' }
}

interface Sweep {
  readonly running: Promise<void>
  /** Begins when that one ends, for all who asked meanwhile. */
  next: Promise<void> | undefined
}

/** Removes the bytes of discarded blobs: one sweep of a project at a time, however many ask for one. */
export class BlobGarbage {
  readonly #blobs: Pick<Blobs, 'remove'>
  readonly #sweeps = new Map<string, Sweep>()
  /** How many keep the contents of a project where they are. */
  readonly #holds = new Map<string, number>()

  constructor(blobs: Pick<Blobs, 'remove'>) {
    this.#blobs = blobs
  }

  /**
   * From now on until the answer is called no content of the project goes that is not garbage yet: what is discarded meanwhile goes with the
   * first sweep after that.
   */
  hold(project: string): () => void {
    this.#holds.set(project, (this.#holds.get(project) ?? 0) + 1)
    return () => {
      const left = (this.#holds.get(project) ?? 1) - 1
      if (left === 0) this.#holds.delete(project)
      else this.#holds.set(project, left)
    }
  }

  /** Resolves when the bytes of every blob are gone that was discarded before and is not held. */
  async sweep(project: string, store: ProjectStore): Promise<void> {
    const sweep = this.#sweeps.get(project)
    if (sweep === undefined) return await this.#start(project, store)
    sweep.next ??= sweep.running.catch(() => {}).then(() => this.#start(project, store))
    await sweep.next
  }

  #start(project: string, store: ProjectStore): Promise<void> {
    const sweep: Sweep = {
      running: this.#sweep(project, store).finally(() => {
        if (this.#sweeps.get(project) === sweep) this.#sweeps.delete(project)
      }),
      next: undefined,
    }
    this.#sweeps.set(project, sweep)
    return sweep.running
  }

  async #sweep(project: string, store: ProjectStore): Promise<void> {
    // Asked before each page: what was read before a hold is garbage in whatever its holder reads after it.
    while (!this.#holds.has(project)) {
      const page = await store.read((snapshot) =>
        snapshot.listRecords(GARBAGE_SPACE, {}, { limit: SWEEP_PAGE, reverse: false }),
      )
      if (page.length === 0) return
      for (const { key } of page) await this.#blobs.remove({ project, id: key })
      await store.commit({ records: page.map(({ key }) => ({ space: GARBAGE_SPACE, key, value: undefined })) })
      if (page.length < SWEEP_PAGE) return
    }
  }
}

/** Removes the bytes of every stored file and of every file on its way in; the records that name them stay. May be asked again. */
export async function removeContents(project: string, store: ProjectStore, blobs: Blobs): Promise<void> {
  for (const space of [OBJECT_SPACE, UPLOAD_SPACE]) {
    let start = ''
    for (;;) {
      const page = await store.read((snapshot) =>
        snapshot.listRecords(space, { start }, { limit: PAGE_SIZE, reverse: false }),
      )
      for (const record of page) await blobs.remove({ project, id: blobIdOf(record) })
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE_SIZE) break
      start = `${last.key}\0`
    }
  }
  await new BlobGarbage(blobs).sweep(project, store)
}

/** Both kinds of records have it. */
function blobIdOf({ value }: StoredRecord): string {
  return (JSON.parse(value) as { blobId: string }).blobId
}
