import type { FolderPage, ListedFile } from './queries/list-folder.ts'

export interface FolderQuestion {
  readonly pageToken: string | undefined
  /** Files and folders together. */
  readonly max: number
}

/** So many more are shown each time that somebody asks for more. */
export const pageSize = 200
/** One answer of the server has no more. */
const answerMax = 1000

export interface ListingState {
  /** `undefined` until the first page is there. */
  readonly pages: readonly FolderPage[] | undefined
  readonly isAsking: boolean
  /** Why the last question failed; what was known stays. */
  readonly error: unknown
}

/** What a folder holds, page by page as far as somebody went. */
export class FolderListing {
  readonly #list: (question: FolderQuestion) => Promise<FolderPage>
  readonly #listeners = new Set<() => void>()
  #state: ListingState = { pages: undefined, isAsking: false, error: undefined }
  #turn = 0
  /** Files and folders, as far as somebody went. */
  #wanted = pageSize

  constructor(list: (question: FolderQuestion) => Promise<FolderPage>) {
    this.#list = list
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): ListingState => this.#state

  /** Asks for everything that is shown again, in as few questions as can be; for the first page at first. */
  async reload(): Promise<void> {
    await this.#ask(async () => {
      const pages: FolderPage[] = []
      let left = this.#wanted
      let pageToken: string | undefined
      do {
        const max = Math.min(left, answerMax)
        const page = await this.#list({ pageToken, max })
        pages.push(page)
        left -= max
        pageToken = page.nextPageToken
      } while (pageToken !== undefined && left > 0)
      return pages
    })
  }

  /** Asks for the page after the last. */
  async loadMore(): Promise<void> {
    const known = this.#state.pages ?? []
    const pageToken = known.at(-1)?.nextPageToken
    if (pageToken === undefined || this.#state.isAsking) return
    // Whatever is asked meanwhile asks for as much.
    this.#wanted += pageSize
    await this.#ask(async () => [...known, await this.#list({ pageToken, max: pageSize })])
  }

  /** A file that was changed or, with `undefined`, is gone: its row follows without asking for all the others. */
  note(path: string, metadata: ListedFile['metadata'] | undefined): void {
    if (this.#state.pages?.some(({ files }) => files.some((file) => file.path === path)) !== true) return
    const revise = (page: FolderPage): FolderPage => ({
      ...page,
      files: page.files.flatMap((file) => {
        if (file.path !== path) return [file]
        return metadata === undefined ? [] : [{ ...file, metadata }]
      }),
    })
    this.#set({ ...this.#state, pages: this.#state.pages?.map(revise) })
  }

  /** What is answered after a later question was asked is not heard. */
  async #ask(ask: () => Promise<readonly FolderPage[]>): Promise<void> {
    const turn = ++this.#turn
    this.#set({ ...this.#state, isAsking: true })
    try {
      const pages = await ask()
      if (turn === this.#turn) {
        this.#set({ pages: keepSame(this.#state.pages ?? [], pages), isAsking: false, error: undefined })
      }
    } catch (error) {
      if (turn === this.#turn) this.#set({ ...this.#state, isAsking: false, error })
    }
  }

  #set(state: ListingState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/** What is as it was stays the same object, so that its row isn't drawn again. */
function keepSame(before: readonly FolderPage[], pages: readonly FolderPage[]): readonly FolderPage[] {
  const known = new Map(before.flatMap(({ files }) => files.map((file) => [file.path, file] as const)))
  return pages.map((page) => ({
    ...page,
    files: page.files.map((file) => {
      const same = known.get(file.path)
      return same !== undefined && isSame(same.metadata, file.metadata) ? same : file
    }),
  }))
}

function isSame(one: ListedFile['metadata'], other: ListedFile['metadata']): boolean {
  return (['generation', 'updated', 'size', 'contentType'] as const).every((name) => one[name] === other[name])
}
