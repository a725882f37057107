import {
  compareDistances,
  distanceTo,
  type Document,
  encodeFields,
  FieldsDraft,
  makeDocument,
  type NearestNeighbours,
  type Version,
} from '@hearth/model'
import type { HeldMemory } from '../held-memory.ts'
import { eachInWindow, type ExecutedQuery, HeldParts, type HeldResult, project, streamAt } from './execute-query.ts'
import { PART, PART_BYTES } from './document-stream.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'
import { readDocumentsAt } from './read-documents.ts'

export interface Search {
  readonly prepared: PreparedQuery
  readonly nearest: NearestNeighbours
}

export interface FoundNeighbours {
  /** The nearest first, in parts that can be read at once. */
  readonly parts: readonly (readonly Neighbour[])[]
  readonly skipped: number
}

/** Looks at every document of a query, as the database was at `version`, and says which are nearest. `memory` counts their names. */
export async function findNearest(
  context: ReadContext,
  { prepared, nearest }: Search,
  version: Version,
  memory: HeldMemory | undefined,
): Promise<FoundNeighbours> {
  const found = new NearestDocuments(nearest, (bytes) => memory?.take(bytes))
  const stream = await streamAt(context, prepared, version)
  const skipped = await eachInWindow(context, stream, prepared.query, (document) => found.add(document))
  return { parts: partsOf(found.neighbours), skipped }
}

/** All that is nearest at once. Throws as `executeQuery`. */
export async function executeSearch(
  context: ReadContext,
  search: Search,
  version: Version,
  limits: HeldResult,
): Promise<ExecutedQuery> {
  const { parts, skipped } = await findNearest(context, search, version, limits.memory)
  const held = new HeldParts(limits)
  for (const part of parts) held.add(await readNeighbours(context, search, version, part))
  return { documents: held.documents, skipped }
}

/** The documents of a part, as the query answers them. */
export async function readNeighbours(
  context: ReadContext,
  { prepared, nearest }: Search,
  version: Version,
  part: readonly Neighbour[],
): Promise<Document[]> {
  const paths = part.map(({ path }) => path)
  const stored = await readDocumentsAt(context, paths, version)
  const documents: Document[] = []
  for (const [index, { distance }] of part.entries()) {
    const one = stored[index]
    if (one === undefined) continue
    documents.push(project(withDistance(makeDocument(one), nearest, distance), prepared.query))
    if (context.meter.isOver) await context.meter.pause()
  }
  return documents
}

function partsOf(neighbours: readonly Neighbour[]): Neighbour[][] {
  const parts: Neighbour[][] = []
  let part: Neighbour[] = []
  let bytes = 0
  for (const neighbour of neighbours) {
    if (part.length === PART || (part.length > 0 && bytes + neighbour.length > PART_BYTES)) {
      parts.push(part)
      part = []
      bytes = 0
    }
    part.push(neighbour)
    bytes += neighbour.length
  }
  if (part.length > 0) parts.push(part)
  return parts
}

/** What an entry of a list takes besides the name. */
const NEIGHBOUR_BYTES = 100

/** A document that is near, by its name: documents are read when it is known which are the nearest. */
interface Neighbour {
  readonly path: string
  readonly distance: number
  /** Characters of the document. */
  readonly length: number
}

/** Keeps the names of the documents that are nearest to a vector, out of all that it is shown: never more than are asked for. */
class NearestDocuments {
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
function withDistance(document: Document, { resultField }: NearestNeighbours, distance: number): Document {
  if (resultField === undefined) return document
  const draft = new FieldsDraft(document.fields)
  draft.set(resultField, { kind: 'double', value: distance })
  const { path, createTime, updateTime } = document
  return makeDocument({ path, createTime, updateTime, json: encodeFields(draft.fields) }, draft.fields)
}
