import { childPath, type Document, lastSegment, validateCollectionId, validateDocumentPath } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef } from './documents.ts'
import { decodePageToken, encodePageToken } from './page-token.ts'
import type { ProjectRoom } from './project-room.ts'
import { collectionEntries, collectionIdsBelow, documentsFrom, type TreeEntry } from './query/collection-tree.ts'
import type { ReadContext } from './query/read-context.ts'
import { heldBytes } from './query/sort-stream.ts'
import { readStateAt } from './read-state.ts'

const PAGE_DEFAULT = 100
const PAGE_MAX = 1000
/** A page ends early when its documents are large. */
const PAGE_BYTES_MAX = 8 * 1024 * 1024

export interface ListedDocuments {
  documents: (Document | { readonly path: string; readonly missing: true })[]
  nextPageToken?: string
}

/** The documents of a collection, or of all collections right below a document, in the order of their names. */
export async function listDocuments(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  list: { parent: string; collectionId?: string; pageSize: number; pageToken?: string; showMissing: boolean },
): Promise<ListedDocuments> {
  const { parent, collectionId, showMissing } = list
  if (parent !== '') validateDocumentPath(parent)
  if (collectionId !== undefined) validateCollectionId(collectionId)
  const scope = JSON.stringify(['documents', at.database, parent, collectionId ?? null, showMissing])
  const after = list.pageToken === undefined ? undefined : decodePageToken(scope, list.pageToken)
  await room.gate.authorize(at.project, caller, {
    service: 'documents',
    operation: 'list',
    database: at.database,
    query: { parent, collectionId, allDescendants: false, orderBy: [], offset: 0 },
  })
  const pageSize = pageSizeOf(list.pageSize)
  return await readStateAt(room, at.database, undefined, async ({ context }) => {
    const documents: ListedDocuments['documents'] = []
    let bytes = 0
    for await (const { path, document } of entriesAfter(context, list, after)) {
      if (documents.length === pageSize || bytes > PAGE_BYTES_MAX) {
        const last = documents.at(-1)
        return { documents, nextPageToken: encodePageToken(scope, last?.path ?? '') }
      }
      documents.push(document ?? { path, missing: true })
      bytes += document === undefined ? path.length : heldBytes(document)
    }
    return { documents }
  })
}

export function pageSizeOf(asked: number): number {
  return asked <= 0 ? PAGE_DEFAULT : Math.min(asked, PAGE_MAX)
}

/** `after`: the path of the last document of the page before. */
async function* entriesAfter(
  context: ReadContext,
  { parent, collectionId, showMissing }: { parent: string; collectionId?: string; showMissing: boolean },
  after: string | undefined,
): AsyncGenerator<Pick<TreeEntry, 'path' | 'document'>, void> {
  const afterCollection = after?.slice(0, after.lastIndexOf('/'))
  const ids =
    collectionId === undefined
      ? collectionIdsBelow(context, parent, afterCollection && lastSegment(afterCollection))
      : [collectionId]
  for await (const id of ids) {
    const collection = childPath(parent, id)
    const from = after !== undefined && collection === afterCollection ? lastSegment(after) : undefined
    const entries = showMissing ? collectionEntries(context, collection, from) : found(context, collection, from)
    for await (const entry of entries) if (entry.path !== after) yield entry
  }
}

async function* found(
  context: ReadContext,
  collection: string,
  from: string | undefined,
): AsyncGenerator<Pick<TreeEntry, 'path' | 'document'>, void> {
  for await (const document of documentsFrom(context, collection, from)) yield { path: document.path, document }
}
