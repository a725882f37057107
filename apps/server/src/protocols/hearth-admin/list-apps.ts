import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import { encodeApp } from './app-json.ts'
import type { HearthAdminDeps } from './deps.ts'

/** The apps of a project with what each is configured with. API keys are public by nature. */
export function listApps(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/apps',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      await requireRole(exchange, deps, project, 'viewer')
      const apps = await deps.projects.listApps(project)
      exchange.replyJson(200, { apps: apps.map((app) => encodeApp(app, exchange)) })
    },
  }
}
