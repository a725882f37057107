import { type Document, StatusError } from '@hearth/model'
import { type DocumentStream, streamOf } from './document-stream.ts'
import { keyBytes, type KeyedDocument } from './keyed-document.ts'
import type { PreparedQuery } from './prepared-query.ts'
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
  readonly #keyOf: PreparedQuery['keyOf']
  readonly #keep: number
  readonly #context: Pick<ReadContext, 'meter' | 'memory'>
  #held: KeyedDocument[] = []
  /** They have no key yet. */
  #added: Document[] = []
  #bytes = 0
  #keyBytes = 0
  /** Of them, what the memory of the read knows of. */
  #counted = 0
  #trimmedAbove = TRIMMED_BYTES

  constructor(
    context: Pick<ReadContext, 'meter' | 'memory'>,
    { keyOf, keep }: { keyOf: PreparedQuery['keyOf']; keep: number },
  ) {
    this.#keyOf = keyOf
    this.#keep = keep
    this.#context = context
  }

  add(document: Document): void {
    this.#added.push(document)
    this.#bytes += heldBytes(document)
  }

  /** To be awaited after each page of documents. Throws `resource-exhausted`/`RESULT_TOO_LARGE`, and as `HeldMemory.take`. */
  async trim(): Promise<void> {
    if (this.#added.length > 0) await this.#makeKeys()
    // Sorting away what is too much only now and then costs little for each document.
    if (this.#isLong && this.#held.length > this.#keep) {
      this.#held = await this.#sorted()
      this.#bytes = this.#held.reduce((sum, { document }) => sum + heldBytes(document), 0)
      this.#keyBytes = this.#held.reduce((sum, { key }) => sum + keyBytes(key), 0)
      const bytes = this.#bytes + this.#keyBytes
      this.#trimmedAbove = Math.max(Math.min(HELD_BYTES_MAX, 2 * bytes), TRIMMED_BYTES, 1.25 * bytes)
    }
    if (this.#bytes > HELD_BYTES_MAX) throw tooMuchToHold()
    this.#count()
  }

  get #isLong(): boolean {
    if (this.#held.length >= 2 * this.#keep + 1000 || this.#bytes > HELD_BYTES_MAX) return true
    return this.#bytes + this.#keyBytes > this.#trimmedAbove
  }

  /** The first of them in order; there are none left then. They stay counted until others take their place. */
  async take(): Promise<Document[]> {
    await this.#makeKeys()
    const documents = this.#held.length === 0 ? this.#added : (await this.#sorted()).map(({ document }) => document)
    this.#held = []
    this.#added = []
    this.#keyBytes = 0
    this.#count()
    this.#bytes = 0
    return documents
  }

  /** One that is alone needs none. What was decoded of the documents goes as soon as their keys are there. */
  async #makeKeys(): Promise<void> {
    if (this.#added.length + this.#held.length < 2) {
      this.#added[0]?.forgetFields()
      return
    }
    const { meter } = this.#context
    for (const document of this.#added) {
      const key = this.#keyOf(document)
      document.forgetFields()
      this.#held.push({ document, key })
      this.#keyBytes += keyBytes(key)
      this.#count()
      if (meter.isOver) await meter.pause()
    }
    this.#added = []
  }

  #count(): void {
    const { memory } = this.#context
    const bytes = this.#bytes + this.#keyBytes
    if (bytes > this.#counted) memory.take(bytes - this.#counted)
    else memory.give(this.#counted - bytes)
    this.#counted = bytes
  }

  async #sorted(): Promise<KeyedDocument[]> {
    const sorted = await sortInTurns(this.#held, this.#context.meter)
    return sorted.length > this.#keep ? sorted.slice(0, this.#keep) : sorted
  }
}

/** Reads its input to the end and gives it in the order of `held`. Throws `resource-exhausted`/`RESULT_TOO_LARGE`. */
export function sortStream(input: DocumentStream, held: HeldDocuments): DocumentStream {
  let sorted: DocumentStream | undefined
  return {
    async next() {
      if (sorted !== undefined) return await sorted.next()
      for (let page = await input.next(); page.length > 0; page = await input.next()) {
        for (const document of page) held.add(document)
        await held.trim()
      }
      sorted = streamOf(await held.take())
      return await sorted.next()
    },
  }
}
