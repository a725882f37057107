import type { Route } from '../../http/route.ts'
import { consoleUserOf } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/** The projects the caller belongs to; all of them for the server's owner. */
export function listProjects(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects',
    guard: 'admin',
    async handle(exchange) {
      const user = await consoleUserOf(exchange, deps)
      const visible = await deps.projectDocuments.visibleTo(user, await deps.projects.list())
      exchange.replyJson(200, {
        projects: visible.map(({ id, name, createdAt }) => ({
          projectId: id,
          name,
          createdAt: new Date(createdAt).toISOString(),
        })),
      })
    },
  }
}
