import { type Document, makeDocument, type NearestNeighbours, type Version } from '@hearth/model'
import type { HeldMemory } from '../held-memory.ts'
import { eachInWindow, type ExecutedQuery, HeldParts, type HeldResult, project, streamAt } from './execute-query.ts'
import { PART, PART_BYTES } from './document-stream.ts'
import { NearestDocuments, type Neighbour, withDistance } from './nearest-documents.ts'
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
