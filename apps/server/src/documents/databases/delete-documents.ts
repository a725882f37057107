import { type Mutation, StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { commit } from '../commit.ts'
import type { DatabaseRef } from '../documents.ts'
import type { ProjectContext } from '../project-context.ts'
import { treeStream } from '../query/collection-tree.ts'
import { readStateAt } from '../read-state.ts'

const BATCH = 500

/** Deletes every document of a database, some at a time; begun again it goes on where it was. */
export async function deleteAllDocuments(context: ProjectContext, at: DatabaseRef): Promise<void> {
  const server: Caller = { kind: 'admin', project: at.project }
  for (;;) {
    const paths = await somePaths(context, at)
    if (paths.length === 0) return
    const mutations = paths.map((path): Mutation => ({ kind: 'delete', path, precondition: { kind: 'none' } }))
    await commitInPieces(context, server, at, mutations)
  }
}

/** In one commit, or where that is too large in several of half the size. */
async function commitInPieces(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  mutations: readonly Mutation[],
): Promise<void> {
  try {
    await commit(context, caller, at, mutations)
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'COMMIT_TOO_LARGE' || mutations.length < 2) throw error
    const half = mutations.length >> 1
    await commitInPieces(context, caller, at, mutations.slice(0, half))
    await commitInPieces(context, caller, at, mutations.slice(half))
  }
}

async function somePaths(context: ProjectContext, at: DatabaseRef): Promise<string[]> {
  return await readStateAt(context, at.database, undefined, async ({ view }) => {
    const stream = treeStream(view, '', { lower: undefined, upper: undefined })
    const paths: string[] = []
    while (paths.length < BATCH) {
      const page = await stream.next()
      if (page.length === 0) break
      for (const { path } of page) paths.push(path)
    }
    return paths
  })
}
