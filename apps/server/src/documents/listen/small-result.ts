import { type Document, StatusError, type Version } from '@hearth/model'
import { executeQuery } from '../query/execute-query.ts'
import { heldBytes } from '../query/held-documents.ts'
import { type HeldMemory, HeldShare } from '../held-memory.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ReadState } from '../read-state.ts'
import type { ListenHub } from './listen-hub.ts'
import { readDocuments } from './target-result.ts'

/** About how much of a result a target is handed at once. In memory it is some five times as much until the client has it. */
const BYTES_MAX = 2 * 1024 * 1024

/** Documents, read by name, that may all be of the largest size. */
const PAGE = 16

/** As of a version, and what counts it until it was handed over. */
interface ReadFor {
  readonly version: Version
  readonly memory: HeldMemory
}

/** The result of a query that is not too large to be handed over at once; undefined of one that is. */
export async function readSmallQuery(
  hub: ListenHub,
  database: string,
  prepared: PreparedQuery,
  { version, memory }: ReadFor,
): Promise<Document[] | undefined> {
  const limits = { heldBytesMax: BYTES_MAX, memory }
  const read = (state: ReadState) => executeQuery(state.view, prepared, state.version, limits)
  try {
    const { documents } = await hub.readAt(database, version, read, memory)
    return documents
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'RESULT_TOO_LARGE') return undefined
    throw error
  }
}

/** The same of documents by name: those that are there. */
export async function readSmallDocuments(
  hub: ListenHub,
  database: string,
  paths: readonly string[],
  { version, memory }: ReadFor,
): Promise<Document[] | undefined> {
  const found: Document[] = []
  let bytes = 0
  const read = async (state: ReadState) => {
    for (let start = 0; start < paths.length; start += PAGE) {
      for (const document of await readDocuments(state, paths.slice(start, start + PAGE), memory)) {
        found.push(document)
        bytes += heldBytes(document)
      }
      if (bytes > BYTES_MAX) return undefined
      await state.view.meter.pause()
    }
    return found
  }
  return await hub.readAt(database, version, read, memory)
}

/** Hands over documents by name, as they were at a version, some at a time. No snapshot is held meanwhile. */
export async function eachDocument(
  hub: ListenHub,
  database: string,
  paths: readonly string[],
  { version, memory }: ReadFor,
  take: (documents: readonly Document[]) => Promise<void>,
): Promise<void> {
  const held = new HeldShare(memory)
  try {
    for (let start = 0; start < paths.length; start += PAGE) {
      const some = paths.slice(start, start + PAGE)
      await take(await hub.readAt(database, version, (state) => readDocuments(state, some, held), memory))
      held.hold(0)
    }
  } finally {
    held.release()
  }
}

/** Whether documents that are in memory are too many to be handed over at once. */
export function isLarge(documents: Iterable<Document>): boolean {
  let bytes = 0
  for (const document of documents) {
    bytes += heldBytes(document)
    if (bytes > BYTES_MAX) return true
  }
  return false
}
