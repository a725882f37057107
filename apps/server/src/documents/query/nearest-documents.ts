import {
  compareDistances,
  distanceTo,
  type Document,
  encodeFields,
  FieldsDraft,
  makeDocument,
  type NearestNeighbours,
} from '@hearth/model'

/** What an entry of a list takes besides the name. */
const NEIGHBOUR_BYTES = 100

/** A document that is near, by its name: documents are read when it is known which are the nearest. */
export interface Neighbour {
  readonly path: string
  readonly distance: number
  /** Characters of the document. */
  readonly length: number
}

/** Keeps the names of the documents that are nearest to a vector, out of all that it is shown: never more than are asked for. */
export class NearestDocuments {
  readonly #nearest: NearestNeighbours
  readonly #hold: (bytes: number) => void
  readonly #neighbours: Neighbour[] = []
  #bytes = 0
  #heldBytes = 0

  /** `hold` is told of the bytes that are held, before they are, and may refuse them by throwing. */
  constructor(nearest: NearestNeighbours, hold: (bytes: number) => void) {
    this.#nearest = nearest
    this.#hold = hold
  }

  /** In the order of the query, which decides between documents of the same distance. */
  add(document: Document): void {
    const { limit } = this.#nearest
    const distance = distanceTo(this.#nearest, document.fields)
    if (distance === undefined) return
    const place = this.#placeOf(distance)
    if (place >= limit) return
    const { path, json } = document
    this.#count(bytesOf(path))
    this.#neighbours.splice(place, 0, { path, distance, length: json.length })
    if (this.#neighbours.length > limit) this.#bytes -= bytesOf(this.#neighbours.pop()?.path ?? '')
  }

  /** The nearest first. */
  get neighbours(): readonly Neighbour[] {
    return this.#neighbours
  }

  /** Behind all that are as near. */
  #placeOf(distance: number): number {
    let start = 0
    let end = this.#neighbours.length
    while (start < end) {
      const middle = (start + end) >>> 1
      const other = this.#neighbours[middle]?.distance ?? distance
      if (compareDistances(this.#nearest, distance, other) < 0) end = middle
      else start = middle + 1
    }
    return start
  }

  #count(bytes: number): void {
    const more = this.#bytes + bytes - this.#heldBytes
    if (more > 0) {
      this.#hold(more)
      this.#heldBytes += more
    }
    this.#bytes += bytes
  }
}

function bytesOf(path: string): number {
  return path.length + NEIGHBOUR_BYTES
}

/** With its distance, if the search asks for it. */
export function withDistance(document: Document, { resultField }: NearestNeighbours, distance: number): Document {
  if (resultField === undefined) return document
  const draft = new FieldsDraft(document.fields)
  draft.set(resultField, { kind: 'double', value: distance })
  const { path, createTime, updateTime } = document
  return makeDocument({ path, createTime, updateTime, json: encodeFields(draft.fields) }, draft.fields)
}
