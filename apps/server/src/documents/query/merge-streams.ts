import type { Document } from '@hearth/model'
import { type DocumentStream, PART, PART_BYTES } from './document-stream.ts'
import { compareKeyed, keyBytes } from './keyed-document.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'

type MergeContext = Pick<ReadContext, 'meter' | 'memory'>

/** A stream with the first of its documents that was not taken yet. */
interface Head {
  readonly stream: DocumentStream
  page: readonly Document[]
  at: number
  document: Document
  key: Uint8Array
}

/**
 * The union of streams that are each in the order of `keyOf`, in that order, each document once: the disjuncts of an
 * `or`, the scopes of a collection group. The key of a document is made once for each stream that has it.
 */
export function mergeStreams(
  context: MergeContext,
  streams: readonly DocumentStream[],
  keyOf: PreparedQuery['keyOf'],
): DocumentStream {
  const [only] = streams
  if (streams.length === 1 && only !== undefined) return only
  return new MergedStream(context, streams, keyOf)
}

class MergedStream implements DocumentStream {
  readonly #context: MergeContext
  readonly #keyOf: PreparedQuery['keyOf']
  /** A heap: none is before the one above it. */
  readonly #heads: Head[] = []
  /** Their next page is to be read. */
  #exhausted: readonly DocumentStream[]
  #lastKey: Uint8Array | undefined

  constructor(context: MergeContext, streams: readonly DocumentStream[], keyOf: PreparedQuery['keyOf']) {
    this.#context = context
    this.#keyOf = keyOf
    this.#exhausted = streams
  }

  async next(): Promise<readonly Document[]> {
    const { meter } = this.#context
    const merged: Document[] = []
    let bytes = 0
    while (merged.length < PART && bytes < PART_BYTES) {
      if (this.#exhausted.length > 0) {
        // What is there goes out before more is read.
        if (merged.length > 0) break
        await this.#readPages()
      }
      const [head] = this.#heads
      if (head === undefined) break
      if (this.#lastKey === undefined || Buffer.compare(this.#lastKey, head.key) !== 0) {
        merged.push(head.document)
        bytes += head.document.json.length
      }
      this.#lastKey = head.key
      this.#advance(head)
      if (meter.isOver) await meter.pause()
    }
    return merged
  }

  /** Those at their end leave. */
  async #readPages(): Promise<void> {
    const streams = this.#exhausted
    this.#exhausted = []
    for (const stream of streams) {
      const page = await stream.next()
      const [document] = page
      if (document === undefined) continue
      this.#heads.push({ stream, page, at: 0, document, key: this.#newKey(document) })
      this.#siftUp(this.#heads.length - 1)
      await this.#context.meter.pause()
    }
  }

  /** Moves the first head to its next document. */
  #advance(head: Head): void {
    this.#context.memory.give(keyBytes(head.key))
    const document = head.page[++head.at]
    if (document === undefined) {
      this.#exhausted = [...this.#exhausted, head.stream]
      const last = this.#heads.pop()
      if (last === undefined || last === head) return
      this.#heads[0] = last
    } else {
      head.document = document
      head.key = this.#newKey(document)
    }
    this.#siftDown()
  }

  #newKey(document: Document): Uint8Array {
    const key = this.#keyOf(document)
    document.forgetFields()
    this.#context.memory.take(keyBytes(key))
    return key
  }

  #siftUp(from: number): void {
    for (let at = from; at > 0;) {
      const above = (at - 1) >> 1
      if (!this.#isBefore(at, above)) return
      this.#swap(at, above)
      at = above
    }
  }

  #siftDown(): void {
    for (let at = 0; ;) {
      const left = 2 * at + 1
      const first = this.#isBefore(left + 1, left) ? left + 1 : left
      if (!this.#isBefore(first, at)) return
      this.#swap(at, first)
      at = first
    }
  }

  #isBefore(one: number, other: number): boolean {
    const head = this.#heads[one]
    const otherHead = this.#heads[other]
    return head !== undefined && otherHead !== undefined && compareKeyed(head, otherHead) < 0
  }

  #swap(one: number, other: number): void {
    const head = this.#heads[one]
    const otherHead = this.#heads[other]
    if (head === undefined || otherHead === undefined) return
    this.#heads[one] = otherHead
    this.#heads[other] = head
  }
}
