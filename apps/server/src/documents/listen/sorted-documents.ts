import { heldBytes } from '../query/held-documents.ts'
import { compareKeyed, keyBytes, type KeyedDocument } from '../query/keyed-document.ts'

/** Documents of one run: no more are moved when one comes or goes. */
const RUN_MAX = 128

/** Documents in the order of their keys, in short runs: one comes or goes in the time of the logarithm of how many there are. */
export class SortedDocuments {
  /** None is empty. */
  readonly #runs: KeyedDocument[][] = []
  #size = 0
  #bytes = 0

  get size(): number {
    return this.#size
  }

  /** About how much memory they take. */
  get bytes(): number {
    return this.#bytes
  }

  get last(): KeyedDocument | undefined {
    return this.#runs.at(-1)?.at(-1)
  }

  *[Symbol.iterator](): Iterator<KeyedDocument> {
    for (const run of this.#runs) yield* run
  }

  insert(document: KeyedDocument): void {
    const at = this.#runOf(document)
    const run = this.#runs[at]
    if (run === undefined) {
      this.push(document)
      return
    }
    this.#count(document, 1)
    run.splice(this.#placeIn(run, document), 0, document)
    if (run.length > RUN_MAX) this.#runs.splice(at + 1, 0, run.splice(RUN_MAX / 2))
  }

  /** The document comes behind all others. */
  push(document: KeyedDocument): void {
    this.#count(document, 1)
    const run = this.#runs.at(-1)
    if (run === undefined || run.length >= RUN_MAX) this.#runs.push([document])
    else run.push(document)
  }

  /** The document comes before all others. */
  unshift(document: KeyedDocument): void {
    this.#count(document, 1)
    const [run] = this.#runs
    if (run === undefined || run.length >= RUN_MAX) this.#runs.unshift([document])
    else run.unshift(document)
  }

  /** Takes out the one at the place of `document`; undefined where there is none of its path. */
  remove(document: KeyedDocument): KeyedDocument | undefined {
    const at = this.#runOf(document)
    const run = this.#runs[at]
    if (run === undefined) return undefined
    const place = this.#placeIn(run, document)
    return run[place]?.document.path === document.document.path ? this.#take(at, place) : undefined
  }

  takeFirst(): KeyedDocument | undefined {
    return this.#take(0, 0)
  }

  takeLast(): KeyedDocument | undefined {
    const at = this.#runs.length - 1
    return this.#take(at, (this.#runs[at]?.length ?? 0) - 1)
  }

  clear(): void {
    this.#runs.length = 0
    this.#size = 0
    this.#bytes = 0
  }

  #take(at: number, place: number): KeyedDocument | undefined {
    const run = this.#runs[at]
    const [taken] = run?.splice(place, 1) ?? []
    if (taken !== undefined) this.#count(taken, -1)
    if (run?.length === 0) this.#runs.splice(at, 1)
    return taken
  }

  #count({ document, key }: KeyedDocument, times: 1 | -1): void {
    this.#size += times
    this.#bytes += (heldBytes(document) + keyBytes(key)) * times
  }

  /** The first run that does not end before a document. */
  #runOf(document: KeyedDocument): number {
    return firstAt(this.#runs.length, (at) => this.#isBefore(this.#runs[at]?.at(-1), document))
  }

  #placeIn(run: readonly KeyedDocument[], document: KeyedDocument): number {
    return firstAt(run.length, (at) => this.#isBefore(run[at], document))
  }

  #isBefore(held: KeyedDocument | undefined, document: KeyedDocument): boolean {
    return held !== undefined && compareKeyed(held, document) < 0
  }
}

/** The first of `count` places that is not before what is looked for. */
function firstAt(count: number, isBefore: (place: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
