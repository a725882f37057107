import { StatusError } from '@hearth/model'
import type { Blobs } from '../blobs/blobs.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { decodeUploadRecord, type FoundUpload, UPLOAD_SPACE } from './upload-record.ts'

/** Of a project: uploads whose content is not a file yet. */
export const OPEN_UPLOADS_MAX = 1_000
/** Of one user, or of all visitors together, so that there is room for others. */
export const OPEN_UPLOADS_OF_ONE_MAX = 600
const PAGE = 500

interface Count {
  all: number
  readonly byOpener: Map<string, number>
  /** What of each has arrived, by its id. */
  readonly bytes: Map<string, number>
  allBytes: number
}

type Opened = Pick<FoundUpload, 'id' | 'openedBy' | 'isWhole'>

/** Counts the unfinished uploads of each project, by who opened them, and their bytes, and keeps their number below the bounds. */
export class OpenUploads {
  readonly #blobs: Pick<Blobs, 'size'>
  /** By store: a project that was restored has another. */
  readonly #counts = new WeakMap<ProjectStore, Promise<Count>>()
  /** Ids of the uploads in one request that this process takes. */
  readonly #arriving = new Set<string>()

  constructor(blobs: Pick<Blobs, 'size'>) {
    this.#blobs = blobs
  }

  /**
   * Counts a new one, and answers what undoes that. `mostOfOne`: for who opens it. Throws `resource-exhausted`/`TOO_MANY_UPLOADS`,
   * which clients try again later.
   */
  async enter(project: string, store: ProjectStore, upload: Opened, mostOfOne: number): Promise<() => void> {
    const count = await this.#countOf(project, store)
    if (count.all >= OPEN_UPLOADS_MAX) {
      throw tooMany(`This project has ${OPEN_UPLOADS_MAX} unfinished uploads.`)
    }
    if ((count.byOpener.get(upload.openedBy) ?? 0) >= mostOfOne) {
      throw tooMany(`There are ${mostOfOne} unfinished uploads of yours.`)
    }
    add(count, upload, 0)
    if (upload.isWhole === true) this.#arriving.add(upload.id)
    return () => {
      remove(count, upload)
      this.#arriving.delete(upload.id)
    }
  }

  /** Whether it came in one request of a process that ended meanwhile: nobody goes on with it. */
  isAbandoned({ id, isWhole, finished }: FoundUpload): boolean {
    return isWhole === true && finished === undefined && !this.#arriving.has(id)
  }

  /** One has become a file or was dropped. */
  async leave(project: string, store: ProjectStore, upload: Opened): Promise<void> {
    remove(await this.#countOf(project, store), upload)
    this.#arriving.delete(upload.id)
  }

  /** Of all unfinished uploads but one. */
  async bytesOf(project: string, store: ProjectStore, exceptId = ''): Promise<number> {
    const { allBytes, bytes } = await this.#countOf(project, store)
    return allBytes - (bytes.get(exceptId) ?? 0)
  }

  /**
   * So much of an upload has arrived, unless it is over. False where all would hold more than `bytesMax`: then what was held before stays.
   */
  async hold(
    project: string,
    store: ProjectStore,
    id: string,
    sizeBytes: number,
    bytesMax = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const count = await this.#countOf(project, store)
    const before = count.bytes.get(id)
    if (before === undefined) return true
    const allBytes = count.allBytes + sizeBytes - before
    if (allBytes > bytesMax) return false
    count.bytes.set(id, sizeBytes)
    count.allBytes = allBytes
    return true
  }

  /** Asked for the first time, counts what a process before this one left. */
  #countOf(project: string, store: ProjectStore): Promise<Count> {
    let count = this.#counts.get(store)
    if (count === undefined) {
      count = countOpen(project, store, this.#blobs)
      this.#counts.set(store, count)
      count.catch(() => this.#counts.delete(store))
    }
    return count
  }
}

function add(count: Count, { id, openedBy }: Opened, sizeBytes: number): void {
  count.all += 1
  count.byOpener.set(openedBy, (count.byOpener.get(openedBy) ?? 0) + 1)
  count.bytes.set(id, sizeBytes)
  count.allBytes += sizeBytes
}

function remove(count: Count, { id, openedBy }: Opened): void {
  const sizeBytes = count.bytes.get(id)
  if (sizeBytes === undefined) return
  const left = (count.byOpener.get(openedBy) ?? 0) - 1
  count.all -= 1
  count.bytes.delete(id)
  count.allBytes -= sizeBytes
  if (left > 0) count.byOpener.set(openedBy, left)
  else count.byOpener.delete(openedBy)
}

async function countOpen(project: string, store: ProjectStore, blobs: Pick<Blobs, 'size'>): Promise<Count> {
  return store.read(async (snapshot) => {
    const count: Count = { all: 0, byOpener: new Map(), bytes: new Map(), allBytes: 0 }
    let start = ''
    for (;;) {
      const page = await snapshot.listRecords(UPLOAD_SPACE, { start }, { limit: PAGE, reverse: false })
      for (const upload of page.map(decodeUploadRecord)) {
        // One that came in one request is over.
        if (upload.finished === undefined && upload.isWhole !== true)
          add(count, upload, await blobs.size({ project, id: upload.blobId }))
      }
      const last = page.at(-1)
      if (!last || page.length < PAGE) return count
      start = `${last.key}\0`
    }
  })
}

function tooMany(sentence: string): StatusError {
  return new StatusError(
    'resource-exhausted',
    'TOO_MANY_UPLOADS',
    `${sentence} Finish or cancel one, or try again later.`,
  )
}
