import { StatusError } from '@hearth/model'
import { commit } from './commit.ts'
import type { Documents } from './documents.ts'
import { getDocuments } from './get-documents.ts'
import { listCollectionIds } from './list-collection-ids.ts'
import { listDocuments } from './list-documents.ts'
import { ListenSession } from './listen/listen-session.ts'
import { partitionQuery } from './partition-query.ts'
import { createRooms, type DocumentsOptions } from './project-room.ts'
import { runAggregation } from './run-aggregation.ts'
import { runQuery } from './run-query.ts'
import { beginTransaction } from './transactions/begin-transaction.ts'

/** The document database over the stores of all projects. Each operation is in a file of its own. */
export function createDocuments(options: DocumentsOptions): Documents {
  const roomOf = createRooms(options)
  return {
    get: async (caller, at, paths, read) => getDocuments(await roomOf(at.project), caller, at, paths, read),
    query: async (caller, at, query, read) => runQuery(await roomOf(at.project), caller, at, query, read),
    aggregate: async (caller, at, query, aggregations, read) =>
      runAggregation(await roomOf(at.project), caller, at, query, aggregations, read),
    partition: async (caller, at, query, count, read) =>
      partitionQuery(await roomOf(at.project), caller, at, query, count, read),
    commit: async (caller, at, mutations, { transaction } = {}) =>
      commit(await roomOf(at.project), caller, at, mutations, transaction),
    beginTransaction: async (caller, at, begin) => beginTransaction(await roomOf(at.project), caller, at, begin),
    async rollback(caller, at, transaction) {
      const { transactions } = await roomOf(at.project)
      try {
        transactions.end(caller, at.database, transaction)
      } catch (error) {
        // It is over already, which is what the client wants.
        if (!(error instanceof StatusError) || error.code !== 'aborted') throw error
      }
    },
    listDocuments: async (caller, at, list) => listDocuments(await roomOf(at.project), caller, at, list),
    listCollectionIds: async (caller, at, list) => listCollectionIds(await roomOf(at.project), caller, at, list),
    listen: (caller, at, emit) =>
      new ListenSession({ caller, at, emit, room: roomOf(at.project), clock: options.clock }),
  }
}
