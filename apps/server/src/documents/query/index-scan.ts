import {
  compareBytes,
  cutPrefix,
  type Document,
  type IndexRange,
  isCut,
  isEmptyRange,
  VALUE_BYTES_MAX,
  valueBytes,
} from '@hearth/model'
import type { IndexEntry } from '../../persistence/persistence.ts'
import type { CompareDocuments, DocumentStream } from './document-stream.ts'
import { PageSize } from './page-size.ts'
import { type ReadContext, toDocument } from './read-context.ts'
import { HELD_BYTES_MAX, heldBytes, tooMuchToHold } from './sort-stream.ts'

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
 * when `sortsRuns`, are put in the order of `compare`.
 */
export class IndexScanStream implements DocumentStream {
  readonly #context: ReadContext
  readonly #scan: IndexScan
  readonly #accept: ((document: Document) => boolean) | undefined
  readonly #compare: CompareDocuments
  readonly #pageSize: PageSize
  readonly #keysFrom: number
  readonly #ranges: IndexRange[]
  /** The range that the page before came from, when it was full. */
  #readInto: { range: IndexRange; count: number } | undefined
  #examined = 0
  #runKey: Uint8Array | undefined
  #run: Document[] = []
  #runBytes = 0

  constructor(
    context: ReadContext,
    scan: IndexScan,
    options: { accept: ((document: Document) => boolean) | undefined; compare: CompareDocuments; wanted: number },
  ) {
    this.#context = context
    this.#scan = scan
    this.#accept = options.accept
    this.#compare = options.compare
    this.#pageSize = new PageSize(options.wanted)
    // What keys are good for: see `#runOf`.
    this.#keysFrom = scan.sortsRuns ? 0 : VALUE_BYTES_MAX + 1
    // Taken from the end.
    const ranges = scan.ranges.filter((range) => !isEmptyRange(range))
    this.#ranges = scan.reverse ? ranges : ranges.toReversed()
  }

  /** Index entries that were read so far. */
  get examined(): number {
    return this.#examined
  }

  async next(): Promise<readonly Document[]> {
    for (;;) {
      const page: Document[] = []
      const entries = await this.#readEntries()
      for (const entry of entries) this.#take(entry, page)
      if (entries.length === 0) this.#endRun(page)
      if (page.length > 0 || entries.length === 0) return page
      await this.#context.meter.pause()
    }
  }

  async #readEntries(): Promise<IndexEntry[]> {
    const { reverse } = this.#scan
    for (;;) {
      const range = (await this.#restOfRange()) ?? this.#ranges.pop()
      if (range === undefined) return []
      const limit = this.#pageSize.next
      const entries = await this.#context.snapshot.scanIndex(range, { limit, reverse, keysFrom: this.#keysFrom })
      if (entries.length === limit) this.#readInto = { range, count: limit }
      if (entries.length === 0) continue
      this.#examined += entries.length
      this.#pageSize.note(entries.map((entry) => entry.document))
      return entries
    }
  }

  /** Asked for only when reading goes on: most queries are answered by their first page. */
  async #restOfRange(): Promise<IndexRange | undefined> {
    if (this.#readInto === undefined) return undefined
    const { range, count } = this.#readInto
    const { reverse } = this.#scan
    this.#readInto = undefined
    const last = await this.#context.snapshot.findIndexKey(range, { skip: count - 1, reverse })
    if (last === undefined) throw new Error('a snapshot does not change')
    return reverse ? { ...range, end: last } : { ...range, start: justAfter(last) }
  }

  #take({ key, document: stored }: IndexEntry, page: Document[]): void {
    const runOfKey = key && this.#runOf(key)
    const belongsToRun = runOfKey !== undefined
    if (this.#runKey !== undefined && (!belongsToRun || compareBytes(this.#runKey, runOfKey) !== 0)) this.#endRun(page)
    const document = toDocument(stored)
    const isAccepted = this.#accept?.(document) ?? true
    if (!belongsToRun) {
      if (isAccepted) page.push(document)
      return
    }
    this.#runKey = runOfKey
    if (!isAccepted) return
    this.#run.push(document)
    this.#runBytes += heldBytes(document)
    if (this.#runBytes > HELD_BYTES_MAX) throw tooMuchToHold()
  }

  /** What documents share that have to be sorted among themselves; undefined when the keys tell their order. */
  #runOf(key: Uint8Array): Uint8Array | undefined {
    if (this.#scan.isComposite) return cutPrefix(key)
    const belongsToRun = this.#scan.sortsRuns || (key.length > VALUE_BYTES_MAX && isCut(key))
    return belongsToRun ? valueBytes(key) : undefined
  }

  #endRun(page: Document[]): void {
    if (this.#run.length > 1) this.#run.sort(this.#compare)
    for (const document of this.#run) page.push(document)
    this.#run = []
    this.#runBytes = 0
    this.#runKey = undefined
  }
}

/** The smallest key above `key`. */
export function justAfter(key: Uint8Array): Uint8Array {
  const after = new Uint8Array(key.length + 1)
  after.set(key)
  return after
}
