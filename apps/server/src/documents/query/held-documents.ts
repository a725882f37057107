import { type Document, StatusError } from '@hearth/model'
import type { CompareDocuments } from './document-stream.ts'
import type { ReadContext } from './read-context.ts'
import { sortInTurns } from './sort-in-turns.ts'

/** Text of documents that one query may hold in memory. */
export const HELD_BYTES_MAX = 64 * 1024 * 1024

/** Above so much it is worth a sort to have only what is wanted. */
const TRIMMED_BYTES = 8 * 1024 * 1024

/** What is around the text of a document in memory, roughly. */
export const DOCUMENT_BYTES = 200

/** A document's share of memory. */
export function heldBytes(document: Document): number {
  return document.json.length + document.path.length + DOCUMENT_BYTES
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
  readonly #context: Pick<ReadContext, 'meter' | 'memory'>
  #held: Document[] = []
  #bytes = 0
  /** Of them, what the memory of the read knows of. */
  #counted = 0
  #trimmedAbove = TRIMMED_BYTES

  constructor(
    context: Pick<ReadContext, 'meter' | 'memory'>,
    { compare, keep }: { compare: CompareDocuments; keep: number },
  ) {
    this.#compare = compare
    this.#keep = keep
    this.#context = context
  }

  add(document: Document): void {
    this.#held.push(document)
    this.#bytes += heldBytes(document)
  }

  /** To be awaited after each page of documents. Throws `resource-exhausted`/`RESULT_TOO_LARGE`, and as `HeldMemory.take`. */
  async trim(): Promise<void> {
    // Sorting away what is too much only now and then costs little for each document.
    const isLong = this.#held.length >= 2 * this.#keep + 1000 || this.#bytes > this.#trimmedAbove
    if (isLong && this.#held.length > this.#keep) {
      this.#held = await this.#sorted()
      this.#bytes = this.#held.reduce((sum, document) => sum + heldBytes(document), 0)
      this.#trimmedAbove = Math.min(HELD_BYTES_MAX, Math.max(TRIMMED_BYTES, 2 * this.#bytes))
    }
    if (this.#bytes > HELD_BYTES_MAX) throw tooMuchToHold()
    this.#count()
  }

  /** The first of them in order; there are none left then. They stay counted until others take their place. */
  async take(): Promise<Document[]> {
    const documents = this.#held.length < 2 ? this.#held : await this.#sorted()
    this.#held = []
    this.#bytes = 0
    return documents
  }

  #count(): void {
    const { memory } = this.#context
    if (this.#bytes > this.#counted) memory.take(this.#bytes - this.#counted)
    else memory.give(this.#counted - this.#bytes)
    this.#counted = this.#bytes
  }

  async #sorted(): Promise<Document[]> {
    const sorted = await sortInTurns(this.#held, this.#compare, this.#context.meter)
    return sorted.length > this.#keep ? sorted.slice(0, this.#keep) : sorted
  }
}
