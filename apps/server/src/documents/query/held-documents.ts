import { type Document, StatusError } from '@hearth/model'
import type { CompareDocuments } from './document-stream.ts'
import { sortInTurns } from './sort-in-turns.ts'
import type { WorkMeter } from './work-meter.ts'

/** Text of documents that one query may hold in memory. */
export const HELD_BYTES_MAX = 64 * 1024 * 1024

/** A document's share of memory, roughly: its text and what is around it. */
export function heldBytes(document: Document): number {
  return document.json.length + document.path.length + 200
}

/** A query needs more memory than one query gets. */
export function tooMuchToHold(): StatusError {
  const text = 'The result of the query is too large. Add a limit and read it in pages.'
  return new StatusError('resource-exhausted', 'RESULT_TOO_LARGE', text)
}

/** Documents that have to be sorted in memory, of which only the first `keep` are wanted. */
export class HeldDocuments {
  readonly #compare: CompareDocuments
  readonly #keep: number
  readonly #meter: Pick<WorkMeter, 'pause'>
  #held: Document[] = []
  #bytes = 0

  constructor(options: { compare: CompareDocuments; keep: number; meter: Pick<WorkMeter, 'pause'> }) {
    this.#compare = options.compare
    this.#keep = options.keep
    this.#meter = options.meter
  }

  add(document: Document): void {
    this.#held.push(document)
    this.#bytes += heldBytes(document)
  }

  /** To be awaited after each page of documents. Throws `resource-exhausted`/`RESULT_TOO_LARGE`. */
  async trim(): Promise<void> {
    // Sorting away what is too much only now and then costs little for each document.
    if (this.#held.length < 2 * this.#keep + 1000 && this.#bytes <= HELD_BYTES_MAX) return
    this.#held = await this.#sorted()
    this.#bytes = this.#held.reduce((sum, document) => sum + heldBytes(document), 0)
    if (this.#bytes > HELD_BYTES_MAX) throw tooMuchToHold()
  }

  /** The first of them in order; there are none left then. */
  async take(): Promise<Document[]> {
    const documents = this.#held.length < 2 ? this.#held : await this.#sorted()
    this.#held = []
    this.#bytes = 0
    return documents
  }

  async #sorted(): Promise<Document[]> {
    const sorted = await sortInTurns(this.#held, this.#compare, this.#meter)
    return sorted.length > this.#keep ? sorted.slice(0, this.#keep) : sorted
  }
}
