import { StatusError } from '@hearth/model'
import type { Clock } from '../lib/ambient.ts'
import { type Caller, isUnderRules } from '../access/caller.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { type Place, placeOf, SharedTotal } from '../lib/shared-total.ts'
import { decodeUploadRecord, type FoundUpload, identityOf, UPLOAD_SPACE } from './upload-record.ts'

/** Uploads of a project whose content is not a file yet: of its users and visitors, and as many again of its servers and its team. */
export const OPEN_UPLOADS_MAX = 1_000
/** Of one user, or of the visitors from one network. */
export const OPEN_UPLOADS_OF_ONE_MAX = 100
/** Without a byte for so long, an upload gives way to one of somebody else, */
export const IDLE_MS = 60_000
/** and to a newer one of the same user after this: a page may have begun many at once, which take turns. */
export const OWN_IDLE_MS = 60 * 60_000
const PAGE = 500

interface Opener {
  readonly opener: string
  /** Where it was opened, if by somebody under rules; this process alone knows. */
  readonly place: Place | undefined
}

interface OpenUpload extends Opener {
  readonly id: string
  readonly isWhole: boolean
  readonly sizeBytes: number
  /** When the last of it arrived, or it was opened, or this process learned of it. */
  readonly touchedAt: number
}

interface Pool {
  /** By id; the one that nothing arrived of for longest is the first. */
  readonly uploads: Map<string, OpenUpload>
  readonly byOpener: Map<string, number>
  readonly byPlace: SharedTotal
}

interface Count {
  readonly ofUsers: Pool
  readonly ofServers: Pool
  allBytes: number
}

export interface Entered {
  /** Undoes it. */
  readonly giveUp: () => void
  /** The id of an idle upload that is no longer counted; it has to be dropped. */
  readonly gaveWay: string | undefined
}

/** Counts the unfinished uploads of each project, by who opened them, and their bytes, and keeps their number below the bounds. */
export class OpenUploads {
  readonly #blobs: Pick<Blobs, 'size'>
  readonly #clock: Clock
  /** By store: a project that was restored has another. */
  readonly #counts = new WeakMap<ProjectStore, Promise<Count>>()
  /** Ids of the uploads in one request that this process takes. */
  readonly #arriving = new Set<string>()

  constructor(blobs: Pick<Blobs, 'size'>, clock: Clock) {
    this.#blobs = blobs
    this.#clock = clock
  }

  /**
   * Counts a new one of `caller`. Where there are as many as there may be, one that is idle gives way: of the same user, or of whoever
   * has most. Throws `resource-exhausted`/`TOO_MANY_UPLOADS`, which clients try again later, when none is, or what is left is kept for
   * other sites than the user's.
   */
  async enter(
    project: string,
    store: ProjectStore,
    { id, isWhole = false }: { readonly id: string; readonly isWhole?: boolean | undefined },
    caller: Caller,
  ): Promise<Entered> {
    const count = await this.#countOf(project, store)
    const pool = isUnderRules(caller) ? count.ofUsers : count.ofServers
    const opener = openerOf(caller)
    const place = visitedFrom(caller)
    const idle = this.#makeRoom(
      pool,
      { opener, place },
      isUnderRules(caller) ? OPEN_UPLOADS_OF_ONE_MAX : OPEN_UPLOADS_MAX,
    )
    if (idle !== undefined) remove(count, idle.id)
    add(count, pool, { id, opener, place, isWhole, sizeBytes: 0, touchedAt: this.#clock.nowMs() })
    if (isWhole) this.#arriving.add(id)
    const giveUp = (): void => {
      remove(count, id)
      this.#arriving.delete(id)
    }
    return { giveUp, gaveWay: idle?.id }
  }

  /** Whether it came in one request of a process that ended meanwhile: nobody goes on with it. */
  isAbandoned({ id, isWhole, finished }: FoundUpload): boolean {
    return isWhole === true && finished === undefined && !this.#arriving.has(id)
  }

  /** One has become a file or was dropped. */
  async leave(project: string, store: ProjectStore, { id }: { readonly id: string }): Promise<void> {
    remove(await this.#countOf(project, store), id)
    this.#arriving.delete(id)
  }

  /** Of all unfinished uploads but one. */
  async bytesOf(project: string, store: ProjectStore, exceptId = ''): Promise<number> {
    const count = await this.#countOf(project, store)
    return count.allBytes - (find(count, exceptId)?.upload.sizeBytes ?? 0)
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
    const found = find(count, id)
    if (found === undefined) return true
    const allBytes = count.allBytes + sizeBytes - found.upload.sizeBytes
    if (allBytes > bytesMax) return false
    const { uploads } = found.pool
    uploads.delete(id)
    uploads.set(id, { ...found.upload, sizeBytes, touchedAt: this.#clock.nowMs() })
    count.allBytes = allBytes
    return true
  }

  /** The one that has to give way to another of `opener`; undefined where there is room. */
  #makeRoom(pool: Pool, { opener, place }: Opener, mostOfOne: number): OpenUpload | undefined {
    if ((pool.byOpener.get(opener) ?? 0) >= mostOfOne) {
      const idle = this.#idle(pool, OWN_IDLE_MS).find((upload) => upload.opener === opener)
      return idle ?? tooMany(`There are ${mostOfOne} unfinished uploads of yours.`)
    }
    if (place !== undefined && pool.byPlace.isKeptFrom(place, 1)) tooMany('There are many unfinished uploads of yours.')
    if (pool.uploads.size < OPEN_UPLOADS_MAX) return undefined
    const idle = this.#idle(pool, IDLE_MS)
    const most = Math.max(...idle.map((upload) => pool.byOpener.get(upload.opener) ?? 0))
    const ofMost = idle.find((upload) => pool.byOpener.get(upload.opener) === most)
    return ofMost ?? tooMany(`This project has ${OPEN_UPLOADS_MAX} unfinished uploads.`)
  }

  /** The longest first; not those that come in one request, which ends by itself. */
  #idle({ uploads }: Pool, idleMs: number): OpenUpload[] {
    const before = this.#clock.nowMs() - idleMs
    return [...uploads.values()].filter(({ isWhole, touchedAt }) => !isWhole && touchedAt <= before)
  }

  /** Asked for the first time, counts what a process before this one left. */
  #countOf(project: string, store: ProjectStore): Promise<Count> {
    let count = this.#counts.get(store)
    if (count === undefined) {
      count = countOpen(project, store, this.#blobs, this.#clock.nowMs())
      this.#counts.set(store, count)
      count.catch(() => this.#counts.delete(store))
    }
    return count
  }
}

/** Visitors have nothing but their address. It is not kept: those of a process before this one are counted as one. */
function openerOf(caller: Caller): string {
  const place = visitedFrom(caller)
  return caller.kind !== 'visitor' || place === undefined ? identityOf(caller) : `visitor:${place.network}`
}

function visitedFrom(caller: Caller): Place | undefined {
  const isCounted = (caller.kind === 'visitor' || caller.kind === 'user') && caller.from !== undefined
  return isCounted ? placeOf(caller.from.clientAddress) : undefined
}

function find({ ofUsers, ofServers }: Count, id: string): { pool: Pool; upload: OpenUpload } | undefined {
  for (const pool of [ofUsers, ofServers]) {
    const upload = pool.uploads.get(id)
    if (upload !== undefined) return { pool, upload }
  }
  return undefined
}

function add(count: Count, { uploads, byOpener, byPlace }: Pool, upload: OpenUpload): void {
  uploads.set(upload.id, upload)
  byOpener.set(upload.opener, (byOpener.get(upload.opener) ?? 0) + 1)
  if (upload.place !== undefined) byPlace.take(upload.place, 1)
  count.allBytes += upload.sizeBytes
}

function remove(count: Count, id: string): void {
  const found = find(count, id)
  if (found === undefined) return
  const { uploads, byOpener, byPlace } = found.pool
  const { opener, place, sizeBytes } = found.upload
  const left = (byOpener.get(opener) ?? 0) - 1
  uploads.delete(id)
  if (place !== undefined) byPlace.give(place, 1)
  count.allBytes -= sizeBytes
  if (left > 0) byOpener.set(opener, left)
  else byOpener.delete(opener)
}

async function countOpen(
  project: string,
  store: ProjectStore,
  blobs: Pick<Blobs, 'size'>,
  touchedAt: number,
): Promise<Count> {
  const newPool = (): Pool => ({
    uploads: new Map(),
    byOpener: new Map(),
    byPlace: new SharedTotal(OPEN_UPLOADS_MAX),
  })
  return store.read(async (snapshot) => {
    const count: Count = { ofUsers: newPool(), ofServers: newPool(), allBytes: 0 }
    let start = ''
    for (;;) {
      const page = await snapshot.listRecords(UPLOAD_SPACE, { start }, { limit: PAGE, reverse: false })
      for (const upload of page.map(decodeUploadRecord)) {
        // One that came in one request is over.
        if (upload.finished !== undefined || upload.isWhole === true) continue
        const { id, openedBy: opener } = upload
        const sizeBytes = await blobs.size({ project, id: upload.blobId })
        const isUsers = opener === 'visitor' || opener.startsWith('user:')
        add(count, isUsers ? count.ofUsers : count.ofServers, {
          id,
          opener,
          place: undefined,
          isWhole: false,
          sizeBytes,
          touchedAt,
        })
      }
      const last = page.at(-1)
      if (!last || page.length < PAGE) return count
      start = `${last.key}\0`
    }
  })
}

function tooMany(sentence: string): never {
  const message = `${sentence} Finish or cancel one, or try again later.`
  throw new StatusError('resource-exhausted', 'TOO_MANY_UPLOADS', message)
}
