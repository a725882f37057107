import { type Document, invalidArgument, makeDocument, validateDocumentPath } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { AccessScope } from '../../access/gate.ts'
import type { DatabaseRef, Target } from '../documents.ts'
import { Turn } from '../../lib/turn.ts'
import type { ProjectContext } from '../project-context.ts'
import { prepareQuery } from '../query/prepared-query.ts'
import type { Listened } from './join-target.ts'

/** Documents of one target. */
const PATHS_MAX = 1000
/** Documents that are read at once; each may be of the largest size. */
const PAGE = 16

/**
 * Checks what a target asks for, and asks the gate about a query. Documents by name are judged as they are handed over. Throws
 * `invalid-argument` and what the gate throws.
 */
export async function authorizeTarget(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  { what }: Target,
  scope: AccessScope,
): Promise<Listened> {
  switch (what.kind) {
    case 'query': {
      if (what.query.nearest !== undefined) {
        throw invalidArgument('VECTOR_LISTENER', 'Vector search (findNearest) is not supported by real-time queries.')
      }
      const prepared = prepareQuery(what.query, at)
      if (prepared.query.collectionId === undefined) {
        throw invalidArgument('INVALID_TARGET', 'All-collection queries are not supported by real-time queries.')
      }
      if (prepared.query.allDescendants && prepared.query.parent !== '') {
        const text =
          "'all_descendants' in CollectionSelector with document parent is not supported by real-time queries."
        throw invalidArgument('INVALID_TARGET', text)
      }
      const { query } = what
      const request = { service: 'documents', operation: 'list', database: at.database, query } as const
      await context.gate.authorize(at.project, caller, request, scope)
      return { kind: 'query', prepared }
    }
    case 'documents': {
      const paths = [...new Set(what.paths)]
      if (paths.length === 0 || paths.length > PATHS_MAX) {
        throw invalidArgument('INVALID_TARGET', `A target listens to 1 to ${PATHS_MAX} documents.`)
      }
      for (const path of paths) validateDocumentPath(path)
      return { kind: 'documents', paths }
    }
  }
}

/** Asks the gate for documents by name as they are; undefined: not there. Throws what the gate throws. */
export async function authorizeDocuments(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  documents: ReadonlyMap<string, Document | undefined>,
  scope: AccessScope,
): Promise<void> {
  const turn = new Turn()
  for (const [path, before] of documents) {
    if (turn.isOver) await turn.next()
    const request = {
      service: 'documents',
      operation: 'get',
      database: at.database,
      path,
      before,
      after: undefined,
    } as const
    await context.gate.authorize(at.project, caller, request, scope)
  }
}

/** Asks again for what was granted, with the documents as they are now. Throws what the gate throws. */
export async function authorizeAgain(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  target: Target,
  scope: AccessScope,
): Promise<void> {
  const listened = await authorizeTarget(context, caller, at, target, scope)
  if (listened.kind === 'query') return
  const { paths } = listened
  for (let start = 0; start < paths.length; start += PAGE) {
    const some = paths.slice(start, start + PAGE)
    const stored = await context.store.getDocuments(some.map((path) => ({ database: at.database, path })))
    const documents = new Map(some.map((path, i) => [path, stored[i] && makeDocument(stored[i])]))
    await authorizeDocuments(context, caller, at, documents, scope)
  }
}
