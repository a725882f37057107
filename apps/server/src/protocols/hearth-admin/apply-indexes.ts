import { assertMayShapeDatabases } from '../../access/admin-access.ts'
import { assertRecentSignIn } from '../../access/recent-sign-in.ts'
import type { Route } from '../../http/route.ts'
import { decodeIndexFile, indexFile } from '../firestore-codec/index-file.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const BODY_BYTES_MAX = 1024 * 1024

/**
 * Takes up what a `firestore.indexes.json` declares: `{created, kept, overridden, restored, skipped: [reason]}`. What is
 * there besides stays; with `?prune=true` fields that the file does not name are indexed as all are again.
 */
export function applyIndexes(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/databases/:database/indexes',
    guard: 'admin',
    async handle(exchange, { project = '', database = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      assertMayShapeDatabases(project, { isServer: member.uid === undefined })
      const { declared, skipped } = decodeIndexFile(database, await readRequest(exchange, indexFile, BODY_BYTES_MAX))
      const letsExpire = declared.expiry.some(({ isOn }) => isOn)
      if (letsExpire && member.authTime !== undefined) assertRecentSignIn(member.authTime, deps.clock.nowMs())
      const isWhole = exchange.query.get('prune') === 'true'
      const result = await deps.documentAdministration.declareIndexes(project, database, declared, { isWhole })
      const target = `databases/${database}/indexes`
      await noteAct(deps, exchange, member, { project, service: 'databases', operation: 'update', target })
      exchange.replyJson(200, { ...result, skipped })
    },
  }
}
