import { cutText } from './clean-event.ts'
import type { Page } from './page.ts'

/** Routers set the title after the address. */
const titleMs = 100

export interface PageView {
  readonly page_location: string
  readonly page_title: string
  readonly page_referrer: string
}

export interface PageListener {
  /** The address changes: the page that is current is over in a moment. */
  left(): void
  /** A page is there, with its title. */
  viewed(): void
}

/**
 * Tells of page views after the first: the address changed without a new page (`history`), or the browser showed the page again that it
 * had kept (back and forward). The fragment doesn't count. Told a moment later, or when the page is left before.
 */
export class PageViews {
  readonly #page: Page
  readonly #listener: PageListener
  #location: string
  #referrer: string
  #pending: number | undefined

  constructor(page: Page, listener: PageListener) {
    this.#page = page
    this.#listener = listener
    this.#location = locationOf(page)
    this.#referrer = page.document.referrer
    this.#follow('pushState')
    this.#follow('replaceState')
    // Before the page's own router, which may set the new title at once.
    page.addEventListener('popstate', () => this.#look(), { capture: true })
    page.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#begin()
    })
  }

  /** Where the page is, with the title that it has now. */
  get current(): PageView {
    return {
      page_location: cutText(this.#location),
      page_title: cutText(this.#page.document.title),
      page_referrer: cutText(this.#referrer),
    }
  }

  /** Tells at once of a view that waits for its title. */
  settle(): void {
    if (this.#pending === undefined) return
    this.#page.clearTimeout(this.#pending)
    this.#pending = undefined
    this.#listener.viewed()
  }

  /** The page's own calls of `history` are followed; what they do and return stays. */
  #follow(name: 'pushState' | 'replaceState'): void {
    const { history } = this.#page
    const original = history[name]
    history[name] = (...given) => {
      original.apply(history, given)
      this.#look()
    }
  }

  #look(): void {
    const location = locationOf(this.#page)
    if (location === this.#location) return
    this.settle()
    this.#listener.left()
    this.#referrer = this.#location
    this.#location = location
    this.#begin()
  }

  #begin(): void {
    this.#page.clearTimeout(this.#pending)
    this.#pending = this.#page.setTimeout(() => this.settle(), titleMs)
  }
}

/** Without the fragment, which apps use for what is nobody else's business. */
function locationOf({ location }: Page): string {
  return location.href.split('#')[0] ?? ''
}
