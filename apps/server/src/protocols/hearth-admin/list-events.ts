import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage } from './read-request.ts'

/** The newest analytics events first. */
export function listEvents(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/events',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      await requireRole(exchange, deps, project, 'viewer')
      const page = await deps.analytics.list(project, readPage(exchange))
      exchange.replyJson(200, {
        events: page.events.map(({ receivedAt, clientTime, ...event }) => ({
          ...event,
          receivedAt: new Date(receivedAt).toISOString(),
          ...(clientTime !== undefined && { clientTime: new Date(clientTime).toISOString() }),
        })),
        ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
      })
    },
  }
}
