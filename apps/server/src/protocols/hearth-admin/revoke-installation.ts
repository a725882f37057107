import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'

/** Forgets an installation: its tokens end, and the app registers anew. */
export function revokeInstallation(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: '/hearth/v1/projects/:project/installations/:fid',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      const fid = params['fid'] ?? ''
      const member = await requireRole(exchange, deps, project, 'editor')
      await deps.installations.revoke(project, fid)
      await noteAct(deps, exchange, member, { project, service: 'installations', operation: 'delete', target: fid })
      exchange.replyJson(200, {})
    },
  }
}
