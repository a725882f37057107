import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage } from './read-request.ts'

/** What was done to a project, the newest first, with what it takes to check that nothing was changed or taken out: `hearth audit verify`. */
export function listAudit(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/audit',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'owner')
      const { entries, nextPageToken, head, anchor } = await deps.audit.list(project, readPage(exchange))
      exchange.replyJson(200, { entries, ...(nextPageToken !== undefined && { nextPageToken }), head, anchor })
    },
  }
}
