import { type Batch, bodyOf, joined, type Reporter, type SentEvent } from './batch.ts'
import type { Page } from './page.ts'
import { isTooOld, type Unsent } from './unsent.ts'

const gatherMs = 1_000
const batchesMax = 40
const firstWaitMs = 1_000
const waitMsMax = 60_000
/** A server may ask for more patience, up to this. */
const retryAfterMsMax = 60 * 60 * 1000

type Outcome = { readonly kind: 'done' } | { readonly kind: 'later'; readonly waitMs: number }

/**
 * Gathers events for a second, sends them in batches, one after the other, and keeps what can't be sent: it is tried again after 1, 2, 4
 * and up to 60 seconds, and at once when the browser is back online. At most 40 batches are kept, then the oldest goes. What the server
 * refuses is not sent again.
 */
export class Outbox {
  readonly #page: Page
  readonly #address: string
  readonly #unsent: Unsent
  readonly #dropUnwanted: () => void
  #batches: Batch[]
  #underWay: Batch | undefined
  #timer: number | undefined
  #failures = 0

  /** `dropUnwanted` is called before something leaves or is kept: it drops what may not. */
  constructor(page: Page, address: string, unsent: Unsent, dropUnwanted: () => void) {
    this.#page = page
    this.#address = address
    this.#unsent = unsent
    this.#dropUnwanted = dropUnwanted
    this.#batches = unsent.take().slice(-batchesMax)
    page.addEventListener('online', () => this.#schedule(0))
    if (this.#batches.length > 0) {
      this.#unsent.keep(this.#batches)
      this.#schedule(gatherMs)
    }
  }

  add(reporter: Reporter, event: SentEvent): void {
    const last = this.#batches.at(-1)
    const grown = last === undefined || last === this.#underWay ? undefined : joined(last, reporter, event)
    if (grown === undefined) this.#batches.push({ reporter, events: [event] })
    else this.#batches.splice(-1, 1, grown)
    if (this.#batches.length > batchesMax) this.#batches.splice(this.#batches[0] === this.#underWay ? 1 : 0, 1)
    if (this.#timer === undefined && this.#underWay === undefined) this.#schedule(gatherMs)
  }

  /**
   * The page may be gone in a moment: the browser is given everything, or, where it has no connection or doesn't take it, it is kept
   * for the next page. What is under way goes on by itself.
   */
  leave(): void {
    this.#dropUnwanted()
    const isConnected = this.#failures === 0 && this.#page.navigator.onLine
    if (isConnected) {
      for (const batch of this.#batches.filter((waiting) => waiting !== this.#underWay)) {
        if (!this.#page.navigator.sendBeacon(this.#address, this.#bodyOf(batch))) break
        this.#remove(batch)
      }
    }
    this.#unsent.keep(this.#batches.filter((batch) => !isConnected || batch !== this.#underWay))
  }

  /** What was gathered under the measurement ids for which that is true is not sent any more. */
  drop(isUnwanted: (measurementId: string) => boolean): void {
    this.#batches = this.#batches.filter(({ reporter }) => !isUnwanted(reporter.measurementId))
    if (this.#unsent.isUsed) this.#unsent.keep(this.#batches)
  }

  #schedule(ms: number): void {
    this.#page.clearTimeout(this.#timer)
    this.#timer = this.#page.setTimeout(() => {
      this.#timer = undefined
      void this.#send()
    }, ms)
  }

  async #send(): Promise<void> {
    if (this.#underWay !== undefined) return
    this.#dropUnwanted()
    const now = this.#page.Date.now()
    this.#batches = this.#batches.filter((waiting) => !isTooOld(waiting, now))
    const batch = this.#batches[0]
    if (batch === undefined) {
      this.#unsent.keep([])
      return
    }
    this.#underWay = batch
    const outcome = await this.#post(batch)
    this.#underWay = undefined
    this.#dropUnwanted()
    this.#failures = outcome.kind === 'done' ? 0 : this.#failures + 1
    // A beacon may have taken it in the meantime.
    if (outcome.kind === 'done') this.#remove(batch)
    if (outcome.kind === 'later' || this.#unsent.isUsed) this.#unsent.keep(this.#batches)
    if (this.#batches.length > 0) this.#schedule(outcome.kind === 'done' ? 0 : this.#waitMs(outcome.waitMs))
  }

  /** Twice as long each time, and up to half shorter, so that the browsers of an app don't come back all at once. */
  #waitMs(atLeastMs: number): number {
    const waitMs = Math.min(waitMsMax, firstWaitMs * 2 ** Math.min(this.#failures - 1, 10))
    return Math.max(atLeastMs, waitMs * (1 - Math.random() / 2))
  }

  async #post(batch: Batch): Promise<Outcome> {
    try {
      // Plain text keeps it a simple request: no preflight to another origin.
      const response = await this.#page.fetch(this.#address, {
        method: 'POST',
        body: this.#bodyOf(batch),
        headers: { 'content-type': 'text/plain' },
        credentials: 'omit',
        keepalive: true,
      })
      if (response.status !== 429 && response.status < 500) {
        if (!response.ok) this.#page.console.warn(`Hearth analytics: the server refused events (${response.status}).`)
        return { kind: 'done' }
      }
      const seconds = Number(response.headers.get('retry-after') ?? 0)
      return { kind: 'later', waitMs: Math.min(retryAfterMsMax, seconds > 0 ? seconds * 1000 : 0) }
    } catch {
      // No connection.
      return { kind: 'later', waitMs: 0 }
    }
  }

  #bodyOf(batch: Batch): string {
    return bodyOf(batch, this.#page.Date.now())
  }

  #remove(batch: Batch): void {
    const index = this.#batches.indexOf(batch)
    if (index !== -1) this.#batches.splice(index, 1)
  }
}
