import type { Page } from './page.ts'

/** What all keys of the sender begin with. */
const own = 'hearth_analytics_'

/**
 * What the sender keeps in the `localStorage` of the page's origin. Where the page may not store, things are kept as long as it lives.
 */
export class PageStorage {
  readonly #page: Page
  readonly #memory = new Map<string, string>()

  constructor(page: Page) {
    this.#page = page
  }

  get(key: string): string | undefined {
    return tried(() => this.#page.localStorage.getItem(own + key)) ?? this.#memory.get(key)
  }

  set(key: string, value: string): void {
    this.#memory.set(key, value)
    tried(() => this.#page.localStorage.setItem(own + key, value))
  }

  delete(key: string): void {
    this.#memory.delete(key)
    tried(() => this.#page.localStorage.removeItem(own + key))
  }

  /** The keys that begin with `prefix`, also those that other tabs wrote. */
  keys(prefix: string): string[] {
    const stored = tried(() => Object.keys(this.#page.localStorage)) ?? []
    return stored.filter((key) => key.startsWith(own + prefix)).map((key) => key.slice(own.length))
  }

  /** Writes a value down for this tab, over reloads. Returns the one before. */
  swapInTab(key: string, value: string): string | undefined {
    return (
      tried(() => {
        const before = this.#page.sessionStorage.getItem(own + key)
        this.#page.sessionStorage.setItem(own + key, value)
        return before
      }) ?? undefined
    )
  }

  /** Forgets everything that the sender keeps. */
  clear(): void {
    this.#memory.clear()
    for (const key of this.keys('')) this.delete(key)
    tried(() => {
      const { sessionStorage } = this.#page
      for (const key of Object.keys(sessionStorage)) if (key.startsWith(own)) sessionStorage.removeItem(key)
    })
  }
}

/** Undefined where storage is switched off for the page, or full. */
function tried<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    // The memory has it.
    return undefined
  }
}
