import type { Route } from '../../http/route.ts'
import { consoleProject } from '../../projects/project-id.ts'
import { requireRecentOwner } from './admin-callers.ts'
import { deletedProjectJson } from './deleted-projects.ts'
import type { HearthAdminDeps } from './deps.ts'

/**
 * Nobody finds the project any more, and an owner can take it back until `endsAt`: `{ projectId, name, deletedAt, endsAt }`. Who did it is in the audit log
 * of the project, and of the console, since the project's own goes with it.
 */
export function deleteProject(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: '/hearth/v1/projects/:project',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      const member = await requireRecentOwner(exchange, deps, project, 'project')
      const { uid, key } = member
      const actor =
        uid === undefined ? ({ kind: 'service-key', id: key ?? '' } as const) : ({ kind: 'person', uid } as const)
      const request = { address: exchange.clientAddress, requestId: exchange.id }
      const act = { actor, action: 'project.delete', target: project, ...request } as const
      deps.projectRemoval.assertRemovable(project)
      await deps.recordAct({ project, ...act })
      const deleted = await deps.projectRemoval.remove(project)
      await deps.recordAct({ project: consoleProject, ...act })
      exchange.replyJson(200, deletedProjectJson(deleted, deps.clock.nowMs()))
    },
  }
}
