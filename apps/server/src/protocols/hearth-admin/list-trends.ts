import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readQuery } from './read-request.ts'

const query = z.object({
  days: z
    .stringFormat('days', /^\d{1,2}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(62))
    .default(28),
})

/**
 * How a project went, day by day in UTC, the oldest first: `{days: [{day, requestsAllowed, requestsDenied, documentsWritten, levels?: {users,
 * documents, files, storedBytes}}]}`. `levels` is what there was at the end of the day, for today what there is; absent before anything was
 * noted.
 */
export function listTrends(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/trends',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { days } = readQuery(exchange, query)
      exchange.replyJson(200, { days: await deps.trends.list(project, days) })
    },
  }
}
