import { type Document, makeDocument, type Query } from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import type { AccessRequest, AccessScope } from '../access/gate.ts'
import { Turn } from '../turn.ts'
import type { DatabaseRef } from './documents.ts'
import type { ProjectRoom } from './project-room.ts'
import type { ReadState } from './read-state.ts'

/** Documents that are read at once; each may be of the largest size. */
const PAGE = 16
/** Documents that rules have read for some of these; with more the next begin afresh, so that each may have its own. */
const FOUND_MAX = 10

/** Throws `permission-denied` unless all of these, which the past held, may still be shown. */
export type RequirePresent = (documents: readonly Document[]) => Promise<void>

/**
 * Asks about documents of the past by name, as they are now: what was taken back since is taken back of the past too (decision 0087). `past`
 * are their states then, by path; undefined: not there. Throws what the gate throws.
 */
export async function requirePresentDocuments(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  past: ReadonlyMap<string, Document | undefined>,
): Promise<void> {
  if (!isUnderRules(caller)) return
  const { database } = at
  await eachPresent(room, caller, at, past, (path, before) => {
    const isGone = before === undefined
    return { service: 'documents', operation: 'get', database, path, before, after: undefined, isGone }
  })
}

/** What asks about the results of a query at the time of `state`; undefined where there is nothing to ask: they are of now. */
export function presentOf(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  { isOfPast }: Pick<ReadState, 'isOfPast'>,
): RequirePresent | undefined {
  if (!isOfPast || !isUnderRules(caller)) return undefined
  const { database } = at
  return (documents) => {
    const past = new Map(documents.map((document) => [document.path, document]))
    return eachPresent(room, caller, at, past, (_path, result) => {
      const found = result === undefined ? { isGone: true } : { result }
      return { service: 'documents', operation: 'list', database, query, ...found }
    })
  }
}

async function eachPresent(
  { gate, store }: ProjectRoom,
  caller: Caller,
  { project, database }: DatabaseRef,
  past: ReadonlyMap<string, Document | undefined>,
  requestOf: (path: string, now: Document | undefined) => AccessRequest,
): Promise<void> {
  const turn = new Turn()
  const all = [...past]
  let scope: AccessScope = { found: new Map(), tells: 'refusals' }
  for (let start = 0; start < all.length; start += PAGE) {
    const page = all.slice(start, start + PAGE)
    const stored = await store.getDocuments(page.map(([path]) => ({ database, path })))
    for (const [i, [path, then]] of page.entries()) {
      const now = stored[i]
      if (now?.updateTime === then?.updateTime) continue
      if (turn.isOver) await turn.next()
      if (scope.found.size > FOUND_MAX) scope = { ...scope, found: new Map() }
      await gate.authorize(project, caller, requestOf(path, now && makeDocument(now)), scope)
    }
  }
}
