import { StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { CallerWatch } from '../access/caller-watch.ts'
import type { Soon } from '../lib/soon.ts'
import { commit } from './commit.ts'
import { DEFAULT_DATABASE } from './databases/database.ts'
import type { DatabaseRef, Documents } from './documents.ts'
import { getDocuments } from './get-documents.ts'
import { listCollectionIds } from './list-collection-ids.ts'
import { listDocuments } from './list-documents.ts'
import { ListenSession } from './listen/listen-session.ts'
import { partitionQuery } from './partition-query.ts'
import type { FindProjectContext, ProjectContext } from './project-context.ts'
import { runAggregation } from './run-aggregation.ts'
import { runQuery } from './run-query.ts'
import { streamQuery } from './stream-query.ts'
import type { FindEmptyProject } from './empty-projects.ts'
import { beginTransaction } from './transactions/begin-transaction.ts'

/**
 * The document database over the stores of all projects. Each operation is in a file of its own. With `findEmptyProject`, visitors don't learn
 * which projects and databases there are.
 */
export function createDocuments(
  findContext: FindProjectContext,
  callers: CallerWatch,
  findEmptyProject?: FindEmptyProject,
): Documents {
  const existing = ({ project, database }: DatabaseRef): ProjectContext | Promise<ProjectContext> => {
    const context = findContext(project)
    return database === DEFAULT_DATABASE ? context : withDatabase(context, database)
  }
  const contextOf = (caller: Caller, at: DatabaseRef): ProjectContext | Promise<ProjectContext> => {
    const context = existing(at)
    if (!(context instanceof Promise) || caller.kind !== 'visitor' || findEmptyProject === undefined) return context
    return context.catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.code !== 'not-found') throw error
      return findEmptyProject(at)
    })
  }
  type Work<Result> = (context: ProjectContext) => Result
  function inContext<T>(caller: Caller, at: DatabaseRef, work: Work<Promise<T>>): Promise<T>
  function inContext<T>(caller: Caller, at: DatabaseRef, work: Work<Soon<T>>): Soon<T>
  function inContext<T>(caller: Caller, at: DatabaseRef, work: Work<Soon<T>>): Soon<T> {
    const context = contextOf(caller, at)
    return context instanceof Promise ? context.then(work) : work(context)
  }
  return {
    get: (caller, at, paths, read) =>
      inContext(caller, at, (context) => getDocuments(context, caller, at, paths, read)),
    query: (caller, at, query, read) => inContext(caller, at, (context) => runQuery(context, caller, at, query, read)),
    streamQuery: (caller, at, query, take, read) =>
      inContext(caller, at, (context) => streamQuery(context, caller, at, query, take, read)),
    aggregate: (caller, at, query, aggregations, read) =>
      inContext(caller, at, (context) => runAggregation(context, caller, at, query, aggregations, read)),
    partition: (caller, at, query, count, read) =>
      inContext(caller, at, (context) => partitionQuery(context, caller, at, query, count, read)),
    commit: (caller, at, mutations, options) =>
      inContext(caller, at, (context) => commit(context, caller, at, mutations, options)),
    beginTransaction: (caller, at, begin) =>
      inContext(caller, at, (context) => beginTransaction(context, caller, at, begin)),
    async rollback(caller, at, transaction) {
      const { transactions } = await contextOf(caller, at)
      try {
        transactions.end(caller, at.database, transaction)
      } catch (error) {
        // It is over already, which is what the client wants.
        if (!(error instanceof StatusError) || error.code !== 'aborted') throw error
      }
    },
    listDocuments: (caller, at, list) => inContext(caller, at, (context) => listDocuments(context, caller, at, list)),
    listCollectionIds: (caller, at, list) =>
      inContext(caller, at, (context) => listCollectionIds(context, caller, at, list)),
    listen(caller, at, emit, memory) {
      const context = Promise.resolve(contextOf(caller, at))
      return new ListenSession({ caller, at, emit, context, callers, memory })
    },
  }
}

async function withDatabase(
  found: ProjectContext | Promise<ProjectContext>,
  database: string,
): Promise<ProjectContext> {
  const context = await found
  await context.databases.require(database)
  return context
}
