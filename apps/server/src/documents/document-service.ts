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
import { streamQuery } from './stream-query.ts'
import type { FindStandIn } from './stand-in-rooms.ts'
import { beginTransaction } from './transactions/begin-transaction.ts'

/**
 * The document database over the stores of all projects. Each operation is in a file of its own. With `findStandIn`, visitors don't learn
 * which projects and databases there are.
 */
export function createDocuments(findRoom: FindRoom, callers: CallerWatch, findStandIn?: FindStandIn): Documents {
  const existing = ({ project, database }: DatabaseRef): ProjectRoom | Promise<ProjectRoom> => {
    const room = findRoom(project)
    return database === DEFAULT_DATABASE ? room : withDatabase(room, database)
  }
  const roomOf = (caller: Caller, at: DatabaseRef): ProjectRoom | Promise<ProjectRoom> => {
    const room = existing(at)
    if (!(room instanceof Promise) || caller.kind !== 'visitor' || findStandIn === undefined) return room
    return room.catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.code !== 'not-found') throw error
      return findStandIn(at)
    })
  }
  const inRoom = <T>(caller: Caller, at: DatabaseRef, work: (room: ProjectRoom) => Promise<T>): Promise<T> => {
    const room = roomOf(caller, at)
    return room instanceof Promise ? room.then(work) : work(room)
  }
  return {
    get: (caller, at, paths, read) => inRoom(caller, at, (room) => getDocuments(room, caller, at, paths, read)),
    query: (caller, at, query, read) => inRoom(caller, at, (room) => runQuery(room, caller, at, query, read)),
    streamQuery: (caller, at, query, take, read) =>
      inRoom(caller, at, (room) => streamQuery(room, caller, at, query, take, read)),
    aggregate: (caller, at, query, aggregations, read) =>
      inRoom(caller, at, (room) => runAggregation(room, caller, at, query, aggregations, read)),
    partition: (caller, at, query, count, read) =>
      inRoom(caller, at, (room) => partitionQuery(room, caller, at, query, count, read)),
    commit: (caller, at, mutations, options) =>
      inRoom(caller, at, (room) => commit(room, caller, at, mutations, options)),
    beginTransaction: (caller, at, begin) => inRoom(caller, at, (room) => beginTransaction(room, caller, at, begin)),
    async rollback(caller, at, transaction) {
      const { transactions } = await roomOf(caller, at)
      try {
        transactions.end(caller, at.database, transaction)
      } catch (error) {
        // It is over already, which is what the client wants.
        if (!(error instanceof StatusError) || error.code !== 'aborted') throw error
      }
    },
    listDocuments: (caller, at, list) => inRoom(caller, at, (room) => listDocuments(room, caller, at, list)),
    listCollectionIds: (caller, at, list) => inRoom(caller, at, (room) => listCollectionIds(room, caller, at, list)),
    listen(caller, at, emit, memory) {
      const room = Promise.resolve(roomOf(caller, at))
      return new ListenSession({ caller, at, emit, room, callers, memory })
    },
  }
}

async function withDatabase(found: ProjectRoom | Promise<ProjectRoom>, database: string): Promise<ProjectRoom> {
  const room = await found
  await room.databases.require(database)
  return room
}
