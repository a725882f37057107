import type { Document } from '@hearth/model'
import type { HeldMemory } from '../held-memory.ts'
import { DOCUMENT_BYTES } from './held-documents.ts'

/** Of a reader who stops soon, and of one who reads on: what is in the first page may all be of the largest size. */
const FIRST_WANTED_MAX = 64
const FIRST_MAX = 16
/** More cost hardly less for each, and large documents may follow small ones. */
const PAGE_MAX = 128
const PAGE_BYTES = 1024 * 1024

/** How many documents to ask for next: as many as are wanted at first, then pages of at most about a mebibyte. */
export class PageSize {
  readonly #memory: HeldMemory
  #next: number
  #heldBytes = 0

  /** `wanted`: the documents after which the reader stops, Infinity where that is not known. `memory` counts the newest page. */
  constructor(wanted: number, memory: HeldMemory) {
    this.#memory = memory
    this.#next = wanted <= FIRST_WANTED_MAX ? Math.max(1, wanted) : FIRST_MAX
  }

  get next(): number {
    return this.#next
  }

  /** A page has taken the place of the one before. Throws as `HeldMemory.take`. */
  note(page: readonly Pick<Document, 'json'>[]): void {
    if (page.length === 0) return
    const bytes = page.reduce((sum, document) => sum + document.json.length, 0)
    this.#hold(bytes + page.length * DOCUMENT_BYTES)
    const fitting = Math.floor(PAGE_BYTES / (bytes / page.length + 1))
    this.#next = Math.max(1, Math.min(PAGE_MAX, fitting, this.#next * 4))
  }

  #hold(bytes: number): void {
    if (bytes > this.#heldBytes) this.#memory.take(bytes - this.#heldBytes)
    else this.#memory.give(this.#heldBytes - bytes)
    this.#heldBytes = bytes
  }
}
