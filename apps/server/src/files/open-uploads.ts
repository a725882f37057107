import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../persistence/persistence.ts'
import { decodeUploadRecord, UPLOAD_SPACE } from './upload-record.ts'

/** Of a project: uploads whose content is not a file yet. */
export const OPEN_UPLOADS_MAX = 1_000
const PAGE = 500

/** Counts the unfinished uploads of each project and keeps them below the bound. */
export class OpenUploads {
  readonly #counts = new Map<string, Promise<{ open: number }>>()

  /** Counts a new one, and answers what undoes that. Throws `resource-exhausted`/`TOO_MANY_UPLOADS`, which clients try again later. */
  async enter(project: string, store: ProjectStore): Promise<() => void> {
    const count = await this.#countOf(project, store)
    if (count.open >= OPEN_UPLOADS_MAX) {
      throw new StatusError(
        'resource-exhausted',
        'TOO_MANY_UPLOADS',
        `This project has ${OPEN_UPLOADS_MAX} unfinished uploads. Finish or cancel one, or try again later.`,
      )
    }
    count.open += 1
    return () => {
      count.open -= 1
    }
  }

  /** One has become a file or was dropped. */
  async leave(project: string, store: ProjectStore): Promise<void> {
    const count = await this.#countOf(project, store)
    count.open = Math.max(0, count.open - 1)
  }

  /** Asked for the first time, counts what a process before this one left. */
  #countOf(project: string, store: ProjectStore): Promise<{ open: number }> {
    let count = this.#counts.get(project)
    if (count === undefined) {
      count = countOpen(store)
      this.#counts.set(project, count)
      count.catch(() => this.#counts.delete(project))
    }
    return count
  }
}

async function countOpen(store: ProjectStore): Promise<{ open: number }> {
  return store.read(async (snapshot) => {
    let open = 0
    let start = ''
    for (;;) {
      const page = await snapshot.listRecords(UPLOAD_SPACE, { start }, { limit: PAGE, reverse: false })
      for (const stored of page) if (decodeUploadRecord(stored).finished === undefined) open += 1
      const last = page.at(-1)
      if (!last || page.length < PAGE) return { open }
      start = `${last.key}\0`
    }
  })
}
