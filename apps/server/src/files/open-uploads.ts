import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../persistence/persistence.ts'
import { decodeUploadRecord, UPLOAD_SPACE } from './upload-record.ts'

/** Of a project: uploads whose content is not a file yet. */
export const OPEN_UPLOADS_MAX = 1_000
/** Of one user, or of all visitors together, so that there is room for others. */
export const OPEN_UPLOADS_OF_ONE_MAX = 600
const PAGE = 500

interface Count {
  all: number
  readonly byOpener: Map<string, number>
}

/** Counts the unfinished uploads of each project, by who opened them, and keeps them below the bounds. */
export class OpenUploads {
  readonly #counts = new Map<string, Promise<Count>>()

  /** Counts a new one, and answers what undoes that. `mostOfOne`: for who opens it. Throws `resource-exhausted`/`TOO_MANY_UPLOADS`, which clients try again later. */
  async enter(project: string, store: ProjectStore, openedBy: string, mostOfOne: number): Promise<() => void> {
    const count = await this.#countOf(project, store)
    if (count.all >= OPEN_UPLOADS_MAX) {
      throw tooMany(`This project has ${OPEN_UPLOADS_MAX} unfinished uploads.`)
    }
    if ((count.byOpener.get(openedBy) ?? 0) >= mostOfOne) {
      throw tooMany(`There are ${mostOfOne} unfinished uploads of yours.`)
    }
    add(count, openedBy, 1)
    return () => add(count, openedBy, -1)
  }

  /** One has become a file or was dropped. */
  async leave(project: string, store: ProjectStore, openedBy: string): Promise<void> {
    add(await this.#countOf(project, store), openedBy, -1)
  }

  /** Asked for the first time, counts what a process before this one left. */
  #countOf(project: string, store: ProjectStore): Promise<Count> {
    let count = this.#counts.get(project)
    if (count === undefined) {
      count = countOpen(store)
      this.#counts.set(project, count)
      count.catch(() => this.#counts.delete(project))
    }
    return count
  }
}

function add(count: Count, openedBy: string, difference: 1 | -1): void {
  const next = (count.byOpener.get(openedBy) ?? 0) + difference
  count.all = Math.max(0, count.all + difference)
  if (next > 0) count.byOpener.set(openedBy, next)
  else count.byOpener.delete(openedBy)
}

async function countOpen(store: ProjectStore): Promise<Count> {
  return store.read(async (snapshot) => {
    const count: Count = { all: 0, byOpener: new Map() }
    let start = ''
    for (;;) {
      const page = await snapshot.listRecords(UPLOAD_SPACE, { start }, { limit: PAGE, reverse: false })
      for (const upload of page.map(decodeUploadRecord)) {
        if (upload.finished === undefined) add(count, upload.openedBy, 1)
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
