import type { Batch } from './batch.ts'
import { randomHex } from './client-id.ts'
import type { Page } from './page.ts'
import type { PageStorage } from './storage.ts'

/** An app's own things share the storage. */
const charactersMax = 256 * 1024
/** The server takes nothing that is older. */
const ageMsMax = 72 * 60 * 60 * 1000
/** A tab that is there writes more often. */
const abandonedMs = 5 * 60 * 1000
const prefix = 'unsent_'
const tabKey = 'tab'

/**
 * Batches that could not be sent, over a reload and a restart of the browser: `{ at, batches }` as JSON under
 * `hearth_analytics_unsent_<page>`, so that pages don't overwrite one another's. The next page of the tab takes them up, or any
 * page once the tab is gone for five minutes. Beyond 256 KiB the oldest go.
 */
export class Unsent {
  readonly #page: Page
  readonly #storage: PageStorage
  readonly #key: string
  /** Whether something of this page is kept. */
  isUsed = false

  constructor(page: Page, storage: PageStorage) {
    this.#page = page
    this.#storage = storage
    this.#key = prefix + randomHex(page, 8)
  }

  /** What earlier pages left, the oldest first; it is this page's from now on. */
  take(): Batch[] {
    const now = this.#page.Date.now()
    const ownBefore = this.#storage.swapInTab(tabKey, this.#key)
    const found: { at: number; batches: Batch[] }[] = []
    for (const key of this.#storage.keys(prefix)) {
      const left = readLeft(this.#storage.get(key))
      if (left !== undefined && key !== ownBefore && now - left.at < abandonedMs) continue
      this.#storage.delete(key)
      if (left !== undefined) found.push(left)
    }
    const batches = found.toSorted((one, other) => one.at - other.at).flatMap((left) => left.batches)
    return batches.filter((batch) => !isTooOld(batch, now))
  }

  /** Keeps exactly these. */
  keep(batches: readonly Batch[]): void {
    if (batches.length === 0) {
      if (this.isUsed) this.#storage.delete(this.#key)
      this.isUsed = false
      return
    }
    const kept = [...batches]
    let text = this.#textOf(kept)
    while (text.length > charactersMax && kept.length > 0) {
      kept.shift()
      text = this.#textOf(kept)
    }
    this.#storage.set(this.#key, text)
    this.isUsed = true
  }

  #textOf(batches: readonly Batch[]): string {
    return JSON.stringify({ at: this.#page.Date.now(), batches })
  }
}

export function isTooOld({ events }: Batch, now: number): boolean {
  return events.some(({ time }) => now - time > ageMsMax)
}

/** Undefined for what is not ours. */
function readLeft(text: string | undefined): { at: number; batches: Batch[] } | undefined {
  try {
    const { at, batches } = JSON.parse(text ?? '{}') as { at?: unknown; batches?: unknown }
    if (typeof at !== 'number' || !Array.isArray(batches)) return undefined
    return { at, batches: batches.filter(isBatch) }
  } catch {
    // Somebody else wrote there.
    return undefined
  }
}

function isBatch(value: unknown): value is Batch {
  const { reporter, events } = (value ?? {}) as Partial<Batch>
  return typeof reporter?.measurementId === 'string' && Array.isArray(events) && events.length > 0
}
