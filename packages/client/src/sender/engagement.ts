import type { Page } from './page.ts'

/** A day; the server takes no more for one event. */
const msMax = 24 * 60 * 60 * 1000

/** Counts the milliseconds in which the page is seen and has the focus. */
export class Engagement {
  readonly #page: Page
  #engagedMs = 0
  /** How much of it each stream has reported. */
  readonly #taken = new Map<string, number>()
  #since: number | undefined

  constructor(page: Page) {
    this.#page = page
    this.#update()
    const update = (): void => this.#update()
    page.document.addEventListener('visibilitychange', update)
    page.addEventListener('focus', update)
    page.addEventListener('blur', update)
    page.addEventListener('pagehide', update)
  }

  /** What came together for a stream since its last `take`. */
  peek(measurementId: string): number {
    this.#update()
    return this.#engagedMs - (this.#taken.get(measurementId) ?? 0)
  }

  /** The same in whole milliseconds, which counts from zero again then. */
  take(measurementId: string): number {
    const taken = this.peek(measurementId)
    this.#taken.set(measurementId, this.#engagedMs)
    return Math.min(Math.round(taken), msMax)
  }

  #update(): void {
    const { document, performance } = this.#page
    const now = performance.now()
    if (this.#since !== undefined) this.#engagedMs += now - this.#since
    this.#since = document.visibilityState === 'visible' && document.hasFocus() ? now : undefined
  }
}
