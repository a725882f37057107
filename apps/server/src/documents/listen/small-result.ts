import { type Document, StatusError, type Version } from '@hearth/model'
import { executeQuery } from '../query/execute-query.ts'
import { heldBytes } from '../query/held-documents.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'
import type { ListenHub } from './listen-hub.ts'
import { readDocuments } from './target-result.ts'

/** About how much of a result a target is handed at once. In memory it is some five times as much until the client has it. */
const BYTES_MAX = 2 * 1024 * 1024

/** Documents, read by name, that may all be of the largest size. */
const PAGE = 16

/** The result of a query that is not too large to be handed over at once; undefined of one that is. */
export async function readSmallQuery(
  hub: ListenHub,
  database: string,
  prepared: PreparedQuery,
  version: Version,
): Promise<Document[] | undefined> {
  try {
    return await hub.readAt(database, version, async (state) => {
      const { documents } = await executeQuery(state.context, prepared, state.version, { heldBytesMax: BYTES_MAX })
      return documents
    })
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
  version: Version,
): Promise<Document[] | undefined> {
  const found: Document[] = []
  let bytes = 0
  return await hub.readAt(database, version, async (state) => {
    for (let start = 0; start < paths.length; start += PAGE) {
      for (const document of await readDocuments(state, paths.slice(start, start + PAGE))) {
        found.push(document)
        bytes += heldBytes(document)
      }
      if (bytes > BYTES_MAX) return undefined
      await state.context.meter.pause()
    }
    return found
  })
}

/** Hands over documents by name, as they were at a version, some at a time. No snapshot is held meanwhile. */
export async function eachDocument(
  hub: ListenHub,
  database: string,
  paths: readonly string[],
  version: Version,
  take: (documents: readonly Document[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < paths.length; start += PAGE) {
    const some = paths.slice(start, start + PAGE)
    await take(await hub.readAt(database, version, (state) => readDocuments(state, some)))
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
