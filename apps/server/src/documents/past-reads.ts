import { type Document, makeDocument } from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import { type AccessScope, scopeOfNow } from '../access/gate.ts'
import { permissionDenied } from '../access/permission-denied.ts'
import { Turn } from '../lib/turn.ts'
import type { DatabaseRef, ReadOptions } from './documents.ts'
import type { ProjectContext } from './project-context.ts'

/** Documents that are read at once; each may be of the largest size. */
const PAGE = 16
/** Documents that rules have read for some of these; with more the next begin afresh, so that each may have its own. */
const FOUND_MAX = 10

/**
 * Throws `permission-denied` where a caller under rules asks a query of the past. Whatever it answers, be it a refusal or how many were
 * skipped, tells of documents that were taken back since, by conditions that the caller chooses (decision 0087).
 */
export function denyPastQuery(
  { transactions }: Pick<ProjectContext, 'transactions'>,
  caller: Caller,
  { database }: DatabaseRef,
  { readTime, transaction }: ReadOptions = {},
): void {
  if (!isUnderRules(caller)) return
  const isOfPast =
    readTime !== undefined ||
    (transaction !== undefined && transactions.get(caller, database, transaction).kind === 'read-only')
  if (isOfPast) {
    throw permissionDenied('Queries at a read time or in a read-only transaction require admin authentication.')
  }
}

/**
 * Asks about documents of the past by name, as they are now: what was taken back since is taken back of the past too (decision 0087). `past`
 * are their states then, by path; undefined: not there. Throws what the gate throws.
 */
export async function requirePresentDocuments(
  { gate, store }: ProjectContext,
  caller: Caller,
  { project, database }: DatabaseRef,
  past: ReadonlyMap<string, Document | undefined>,
): Promise<void> {
  if (!isUnderRules(caller)) return
  const turn = new Turn()
  const all = [...past]
  let scope: AccessScope = { ...scopeOfNow(store), tells: 'refusals' }
  for (let start = 0; start < all.length; start += PAGE) {
    const page = all.slice(start, start + PAGE)
    const stored = await store.getDocuments(page.map(([path]) => ({ database, path })))
    for (const [i, [path, then]] of page.entries()) {
      const now = stored[i]
      if (now?.updateTime === then?.updateTime) continue
      if (turn.isOver) await turn.next()
      if (scope.found.size > FOUND_MAX) scope = { ...scope, found: new Map() }
      const before = now && makeDocument(now)
      const isGone = before === undefined
      const request = {
        service: 'documents',
        operation: 'get',
        database,
        path,
        before,
        after: undefined,
        isGone,
      } as const
      await gate.authorize(project, caller, request, scope)
    }
  }
}
