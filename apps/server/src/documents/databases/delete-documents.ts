import { type Mutation, StatusError } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import { commit } from '../commit.ts'
import type { DatabaseRef } from '../documents.ts'
import type { ProjectRoom } from '../project-room.ts'
import { treeStream } from '../query/collection-tree.ts'
import { readStateAt } from '../read-state.ts'

const BATCH = 500

/** Deletes every document of a database, some at a time; begun again it goes on where it was. */
export async function deleteAllDocuments(room: ProjectRoom, at: DatabaseRef): Promise<void> {
  const server: Caller = { kind: 'admin', project: at.project }
  for (;;) {
    const paths = await somePaths(room, at)
    if (paths.length === 0) return
    const mutations = paths.map((path): Mutation => ({ kind: 'delete', path, precondition: { kind: 'none' } }))
    await commitInPieces(room, server, at, mutations)
  }
}

/** In one commit, or where that is too large in several of half the size. */
async function commitInPieces(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  mutations: readonly Mutation[],
): Promise<void> {
  try {
    await commit(room, caller, at, mutations)
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'COMMIT_TOO_LARGE' || mutations.length < 2) throw error
    const half = mutations.length >> 1
    await commitInPieces(room, caller, at, mutations.slice(0, half))
    await commitInPieces(room, caller, at, mutations.slice(half))
  }
}

async function somePaths(room: ProjectRoom, at: DatabaseRef): Promise<string[]> {
  return await readStateAt(room, at.database, undefined, async ({ context }) => {
    const stream = treeStream(context, '', { lower: undefined, upper: undefined })
    const paths: string[] = []
    while (paths.length < BATCH) {
      const page = await stream.next()
      if (page.length === 0) break
      for (const { path } of page) paths.push(path)
    }
    return paths
  })
}
