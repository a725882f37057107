import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'

/** Takes out exactly the documents that the first start put in. */
export function removeSampleData(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: '/hearth/v1/projects/:project/sample-data',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      const member = await requireRole(exchange, deps, project, 'editor')
      const documents = await deps.samples.remove(project)
      const act = { project, service: 'documents', operation: 'delete', target: 'sample data' } as const
      await noteAct(deps, exchange, member, act)
      exchange.replyJson(200, { documents })
    },
  }
}
