import {
  compareDistances,
  distanceTo,
  type Document,
  encodeFields,
  FieldsDraft,
  makeDocument,
  type NearestNeighbours,
} from '@hearth/model'

/** Sorting away what is too much only now and then costs little for each document. */
const TRIM_FACTOR = 4

interface Neighbour {
  readonly document: Document
  readonly distance: number
}

/** Keeps the documents that are nearest to a vector, out of all that it is shown. */
export class NearestDocuments {
  readonly #nearest: NearestNeighbours
  /** No more than `TRIM_FACTOR` times as many as are wanted. */
  #held: Neighbour[] = []

  constructor(nearest: NearestNeighbours) {
    this.#nearest = nearest
  }

  /** In the order of the query, which decides between documents of the same distance. */
  add(document: Document): void {
    const distance = distanceTo(this.#nearest, document.fields)
    if (distance === undefined) return
    this.#held.push({ document, distance })
    if (this.#held.length >= TRIM_FACTOR * this.#nearest.limit) this.#trim()
  }

  /** The nearest first, each with its distance if the search asks for it. */
  *results(): Iterable<Document> {
    this.#trim()
    for (const neighbour of this.#held) yield this.#withDistance(neighbour)
  }

  #trim(): void {
    // The sort is stable: of two at the same distance the one that came first stays first.
    this.#held.sort((a, b) => compareDistances(this.#nearest, a.distance, b.distance))
    this.#held.length = Math.min(this.#held.length, this.#nearest.limit)
  }

  #withDistance({ document, distance }: Neighbour): Document {
    const { resultField } = this.#nearest
    if (resultField === undefined) return document
    const draft = new FieldsDraft(document.fields)
    draft.set(resultField, { kind: 'double', value: distance })
    const { path, createTime, updateTime } = document
    return makeDocument({ path, createTime, updateTime, json: encodeFields(draft.fields) }, draft.fields)
  }
}
