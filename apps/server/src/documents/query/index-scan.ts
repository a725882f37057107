import {
  compareBytes,
  cutPrefix,
  type Document,
  type IndexRange,
  isCut,
  isEmptyRange,
  VALUE_BYTES_MAX,
  valueBytes,
  makeDocument,
} from '@hearth/model'
import type { IndexEntry } from '../../persistence/persistence.ts'
import { type DocumentStream, streamOf } from './document-stream.ts'
import { HeldDocuments } from './held-documents.ts'
import { PageSize } from './page-size.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'

export interface IndexScan {
  /** Disjoint, in the order of their keys. */
  readonly ranges: readonly IndexRange[]
  /** From the end of the last to the start of the first. */
  readonly reverse: boolean
  /** Further orders follow the one of the index: documents whose values tie are sorted. */
  readonly sortsRuns: boolean
  /** The ranges are those of an index over several fields. */
  readonly isComposite?: boolean
}

/**
 * The documents of ranges of one field's index, in the order of its values. Neighbours whose value was cut, or ties
 * when `sortsRuns`, are put in the order of `keyOf`.
 */
export class IndexScanStream implements DocumentStream {
  readonly #context: ReadContext
  readonly #scan: IndexScan
  readonly #accept: ((document: Document) => boolean) | undefined
  readonly #pageSize: PageSize
  readonly #isUnordered: boolean
  readonly #keysFrom: number
  readonly #ranges: IndexRange[]
  /** The range that the page before came from, when it was full. */
  #readInto: { range: IndexRange; count: number } | undefined
  /** Index entries that may still be read. */
  #mayExamine: number
  #isCutShort = false
  #runKey: Uint8Array | undefined
  /** The rest of a page that was too long to be handed over at once. */
  #rest: DocumentStream | undefined
  readonly #run: HeldDocuments

  constructor(
    context: ReadContext,
    scan: IndexScan,
    options: {
      accept: ((document: Document) => boolean) | undefined
      keyOf: PreparedQuery['keyOf']
      wanted: number
      /** Index entries after which it stops, found or not. */
      examinedMax: number
      /** None is kept back to be sorted. */
      isUnordered: boolean
    },
  ) {
    this.#context = context
    this.#scan = scan
    this.#accept = options.accept
    this.#mayExamine = options.examinedMax
    this.#run = new HeldDocuments(context, { keyOf: options.keyOf, keep: options.wanted })
    this.#pageSize = new PageSize(options.wanted, context.memory)
    // What keys are good for: see `#runOf`.
    this.#isUnordered = options.isUnordered
    this.#keysFrom = scan.sortsRuns && !options.isUnordered ? 0 : VALUE_BYTES_MAX + 1
    // Taken from the end.
    const ranges = scan.ranges.filter((range) => !isEmptyRange(range))
    this.#ranges = scan.reverse ? ranges : ranges.toReversed()
  }

  /** It stopped before the end, because it has read as many entries as it may: what `next` answered is not all. */
  get isCutShort(): boolean {
    return this.#isCutShort
  }

  async next(): Promise<readonly Document[]> {
    if (this.#rest !== undefined) {
      const rest = await this.#rest.next()
      if (rest.length > 0) return rest
      this.#rest = undefined
    }
    for (;;) {
      const page: Document[] = []
      const entries = await this.#readEntries()
      for (const entry of entries) {
        const key = entry.key && this.#runOf(entry.key)
        if (this.#endsRun(key)) await this.#endRun(page)
        this.#take(entry, key, page)
        if (this.#accept !== undefined && this.#context.meter.isOver) await this.#context.meter.pause()
      }
      if (entries.length === 0) await this.#endRun(page)
      else await this.#run.trim()
      if (page.length > entries.length) return await this.#inParts(page)
      if (page.length > 0 || entries.length === 0) return page
    }
  }

  /** A run that was sorted is longer than what is read at once. */
  #inParts(page: readonly Document[]): Promise<readonly Document[]> {
    this.#rest = streamOf(page)
    return this.#rest.next()
  }

  async #readEntries(): Promise<readonly IndexEntry[]> {
    const { reverse } = this.#scan
    for (;;) {
      if (this.#isCutShort) return []
      const range = (await this.#restOfRange()) ?? this.#ranges.pop()
      if (range === undefined) return []
      if (this.#mayExamine <= 0) {
        this.#isCutShort = true
        return []
      }
      const limit = Math.min(this.#pageSize.next, this.#mayExamine)
      const page = { limit, reverse, keysFrom: this.#keysFrom }
      const { entries, isLast } = await this.#context.snapshot.scanIndex(range, page)
      if (!isLast) this.#readInto = { range, count: entries.length }
      if (entries.length === 0) continue
      this.#mayExamine -= entries.length
      this.#pageSize.note(entries.map((entry) => entry.document))
      return entries
    }
  }

  /** Asked for only when reading goes on: most queries are answered by their first page. */
  async #restOfRange(): Promise<IndexRange | undefined> {
    if (this.#readInto === undefined) return undefined
    await this.#context.meter.pause()
    const { range, count } = this.#readInto
    const { reverse } = this.#scan
    this.#readInto = undefined
    const last = await this.#context.snapshot.findIndexKey(range, { skip: count - 1, reverse })
    if (last === undefined) throw new Error('a snapshot does not change')
    return reverse ? { ...range, end: last } : { ...range, start: justAfter(last) }
  }

  #endsRun(key: Uint8Array | undefined): boolean {
    return this.#runKey !== undefined && (key === undefined || compareBytes(this.#runKey, key) !== 0)
  }

  /** `key`: of the run that the document is part of. */
  #take({ document: stored }: IndexEntry, key: Uint8Array | undefined, page: Document[]): void {
    const document = makeDocument(stored)
    const isAccepted = this.#accept?.(document) ?? true
    if (key !== undefined) this.#runKey = key
    if (!isAccepted) return
    // What is to be sorted is decoded for that as well, and forgotten then.
    if (key !== undefined) this.#run.add(document)
    else {
      document.forgetFields()
      page.push(document)
    }
  }

  /** What documents share that have to be sorted among themselves; undefined when the keys tell their order. */
  #runOf(key: Uint8Array): Uint8Array | undefined {
    if (this.#isUnordered) return undefined
    if (this.#scan.isComposite) return cutPrefix(key)
    const belongsToRun = this.#scan.sortsRuns || (key.length > VALUE_BYTES_MAX && isCut(key))
    return belongsToRun ? valueBytes(key) : undefined
  }

  async #endRun(page: Document[]): Promise<void> {
    if (this.#runKey === undefined) return
    for (const document of await this.#run.take()) page.push(document)
    this.#runKey = undefined
  }
}

/** The smallest key above `key`. */
export function justAfter(key: Uint8Array): Uint8Array {
  const after = new Uint8Array(key.length + 1)
  after.set(key)
  return after
}
