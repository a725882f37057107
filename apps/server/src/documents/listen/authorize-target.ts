import { invalidArgument, makeDocument, validateDocumentPath } from '@hearth/model'
import type { Caller } from '../../access/caller.ts'
import type { AccessScope } from '../../access/gate.ts'
import type { DatabaseRef, Target } from '../documents.ts'
import { Turn } from '../../turn.ts'
import type { ProjectRoom } from '../project-room.ts'
import { prepareQuery } from '../query/prepared-query.ts'
import type { Listened } from './join-target.ts'

/** Documents of one target. */
const PATHS_MAX = 1000
/** Documents that are read at once: all of them may be of the largest size. */
const PAGE = 16

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
      const scope: AccessScope = { found: new Map() }
      const turn = new Turn()
      for (let start = 0; start < paths.length; start += PAGE) {
        const some = paths.slice(start, start + PAGE)
        const stored = await room.store.getDocuments(some.map((path) => ({ database: at.database, path })))
        for (const [i, path] of some.entries()) {
          const before = stored[i] && makeDocument(stored[i])
          const { database } = at
          const request = { service: 'documents', operation: 'get', database, path, before, after: undefined } as const
          await room.gate.authorize(at.project, caller, request, scope)
        }
        await turn.pause()
      }
      return { kind: 'documents', paths }
    }
  }
}
