import { StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { CallerWatch } from '../access/caller-watch.ts'
import { commit } from './commit.ts'
import { DEFAULT_DATABASE } from './databases/database.ts'
import type { DatabaseRef, Documents } from './documents.ts'
import { getDocuments } from './get-documents.ts'
import { listCollectionIds } from './list-collection-ids.ts'
import { listDocuments } from './list-documents.ts'
import { ListenSession } from './listen/listen-session.ts'
import { partitionQuery } from './partition-query.ts'
import type { FindRoom, ProjectRoom } from './project-room.ts'
import { runAggregation } from './run-aggregation.ts'
import { runQuery } from './run-query.ts'
import type { FindStandIn } from './stand-in-rooms.ts'
import { beginTransaction } from './transactions/begin-transaction.ts'

/**
 * The document database over the stores of all projects. Each operation is in a file of its own. With `findStandIn`, visitors don't learn
 * which projects and databases there are.
 */
export function createDocuments(findRoom: FindRoom, callers: CallerWatch, findStandIn?: FindStandIn): Documents {
  const existing = async ({ project, database }: DatabaseRef): Promise<ProjectRoom> => {
    const room = await findRoom(project)
    if (database !== DEFAULT_DATABASE) await room.databases.require(database)
    return room
  }
  const roomOf = async (caller: Caller, at: DatabaseRef): Promise<ProjectRoom> => {
    if (caller.kind !== 'visitor' || findStandIn === undefined) return await existing(at)
    try {
      return await existing(at)
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 'not-found') throw error
      return await findStandIn(at)
    }
  }
  return {
    get: async (caller, at, paths, read) => await getDocuments(await roomOf(caller, at), caller, at, paths, read),
    query: async (caller, at, query, read) => await runQuery(await roomOf(caller, at), caller, at, query, read),
    aggregate: async (caller, at, query, aggregations, read) =>
      await runAggregation(await roomOf(caller, at), caller, at, query, aggregations, read),
    partition: async (caller, at, query, count, read) =>
      partitionQuery(await roomOf(caller, at), caller, at, query, count, read),
    commit: async (caller, at, mutations, { transaction } = {}) =>
      await commit(await roomOf(caller, at), caller, at, mutations, transaction),
    beginTransaction: async (caller, at, begin) => await beginTransaction(await roomOf(caller, at), caller, at, begin),
    async rollback(caller, at, transaction) {
      const { transactions } = await roomOf(caller, at)
      try {
        transactions.end(caller, at.database, transaction)
      } catch (error) {
        // It is over already, which is what the client wants.
        if (!(error instanceof StatusError) || error.code !== 'aborted') throw error
      }
    },
    listDocuments: async (caller, at, list) => await listDocuments(await roomOf(caller, at), caller, at, list),
    listCollectionIds: async (caller, at, list) => await listCollectionIds(await roomOf(caller, at), caller, at, list),
    listen: (caller, at, emit) => new ListenSession({ caller, at, emit, room: roomOf(caller, at), callers }),
  }
}
