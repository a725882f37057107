import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage } from './read-request.ts'

export function listInstallations(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/installations',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      await requireRole(exchange, deps, project, 'viewer')
      const page = await deps.installations.list(project, readPage(exchange))
      exchange.replyJson(200, {
        installations: page.installations.map((installation) => ({
          ...installation,
          firstSeenAt: new Date(installation.firstSeenAt).toISOString(),
          lastSeenAt: new Date(installation.lastSeenAt).toISOString(),
        })),
        ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
      })
    },
  }
}
