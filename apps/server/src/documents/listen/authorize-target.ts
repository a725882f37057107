import { invalidArgument, makeDocument, validateDocumentPath } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { AccessScope } from '../../access/gate.ts'
import type { DatabaseRef, Target } from '../documents.ts'
import type { ProjectRoom } from '../project-room.ts'
import { prepareQuery } from '../query/prepared-query.ts'
import type { Listened } from './join-target.ts'

/** Documents of one target. */
const PATHS_MAX = 1000

/** Checks what a target asks for and asks the gate. Throws `invalid-argument` and what the gate throws. */
export async function authorizeTarget(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  { what }: Target,
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
      await room.gate.authorize(at.project, caller, request)
      return { kind: 'query', prepared }
    }
    case 'documents': {
      const paths = [...new Set(what.paths)]
      if (paths.length === 0 || paths.length > PATHS_MAX) {
        throw invalidArgument('INVALID_TARGET', `A target listens to 1 to ${PATHS_MAX} documents.`)
      }
      for (const path of paths) validateDocumentPath(path)
      const stored = await room.store.getDocuments(paths.map((path) => ({ database: at.database, path })))
      const scope: AccessScope = { found: new Map() }
      for (const [i, path] of paths.entries()) {
        await room.gate.authorize(
          at.project,
          caller,
          {
            service: 'documents',
            operation: 'get',
            database: at.database,
            path,
            before: stored[i] && makeDocument(stored[i]),
            after: undefined,
          },
          scope,
        )
      }
      return { kind: 'documents', paths }
    }
  }
}
