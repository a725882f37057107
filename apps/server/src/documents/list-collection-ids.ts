import { validateDocumentPath } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { CollectionList, DatabaseRef } from './documents.ts'
import { decodePageToken, encodePageToken, pageSizeOf } from './page-token.ts'
import { denyPastQuery } from './past-reads.ts'
import type { ProjectContext } from './project-context.ts'
import { collectionIdsBelow } from './query/collection-tree.ts'
import { readState } from './read-state.ts'

/** The ids of the collections right below a document (or the root) that hold a document at any depth, in order. */
export async function listCollectionIds(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  list: CollectionList,
): Promise<{ collectionIds: string[]; nextPageToken?: string }> {
  const { parent, readTime, memory } = list
  if (parent !== '') validateDocumentPath(parent)
  const scope = JSON.stringify(['collections', at.database, parent])
  const after = list.pageToken === undefined ? undefined : decodePageToken(scope, list.pageToken)
  denyPastQuery(context, caller, at, list)
  const query = { parent, allDescendants: false, orderBy: [], offset: 0 } as const
  const request = { service: 'documents', operation: 'list', database: at.database, query } as const
  await context.gate.authorize(at.project, caller, request, scopeOfNow(context.store))
  const pageSize = pageSizeOf(list.pageSize)
  return await readState(context, caller, at, { readTime, memory }, async ({ view, version }) => {
    const collectionIds: string[] = []
    const tree = version < view.snapshot.version ? { ...view, asOf: version } : view
    for await (const id of collectionIdsBelow(tree, parent, after)) {
      if (id === after) continue
      if (collectionIds.length === pageSize) {
        return { collectionIds, nextPageToken: encodePageToken(scope, collectionIds.at(-1) ?? '') }
      }
      collectionIds.push(id)
      await view.meter.pause()
    }
    return { collectionIds }
  })
}
