import type { FolderPage, ListedFile } from './queries/list-folder.ts'

export interface ListingState {
  /** `undefined` until the first page is there. */
  readonly pages: readonly FolderPage[] | undefined
  readonly isAsking: boolean
  /** Why the last question failed; what was known stays. */
  readonly error: unknown
}

/** What a folder holds, page by page as far as somebody went. */
export class FolderListing {
  readonly #list: (pageToken: string | undefined) => Promise<FolderPage>
  readonly #listeners = new Set<() => void>()
  #state: ListingState = { pages: undefined, isAsking: false, error: undefined }
  #turn = 0

  constructor(list: (pageToken: string | undefined) => Promise<FolderPage>) {
    this.#list = list
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getSnapshot = (): ListingState => this.#state

  /** Asks for everything that is shown again; for the first page at first. */
  async reload(): Promise<void> {
    const shown = this.#state.pages?.length ?? 1
    await this.#ask(async () => {
      const pages: FolderPage[] = []
      let token: string | undefined
      do {
        const page = await this.#list(token)
        pages.push(page)
        token = page.nextPageToken
      } while (token !== undefined && pages.length < shown)
      return pages
    })
  }

  /** Asks for the page after the last. */
  async loadMore(): Promise<void> {
    const known = this.#state.pages ?? []
    const token = known.at(-1)?.nextPageToken
    if (token === undefined || this.#state.isAsking) return
    await this.#ask(async () => [...known, await this.#list(token)])
  }

  /** A file that was changed or, with `undefined`, is gone: its row follows without asking for all the others. */
  note(path: string, metadata: ListedFile['metadata']): void {
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
      if (turn === this.#turn) this.#set({ pages, isAsking: false, error: undefined })
    } catch (error) {
      if (turn === this.#turn) this.#set({ ...this.#state, isAsking: false, error })
    }
  }

  #set(state: ListingState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
