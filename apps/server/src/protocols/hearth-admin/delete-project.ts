import type { Route } from '../../http/route.ts'
import { consoleProject } from '../../projects/project-id.ts'
import { requireRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/** The project with everything in it. Who did it is in the audit log of the console, since the project's own goes with it. */
export function deleteProject(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: '/hearth/v1/projects/:project',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      const member = await requireRecentOwner(exchange, deps, project, 'project')
      await deps.projectRemoval.remove(project)
      const { uid, key } = member
      const actor =
        uid === undefined ? ({ kind: 'service-key', id: key ?? '' } as const) : ({ kind: 'person', uid } as const)
      const request = { address: exchange.clientAddress, requestId: exchange.id }
      await deps.recordAct({ project: consoleProject, actor, action: 'project.delete', target: project, ...request })
      exchange.replyJson(200, {})
    },
  }
}
