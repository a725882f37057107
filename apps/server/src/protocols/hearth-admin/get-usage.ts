import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/** How much there is in a project, for its card in the list. */
export function getUsage(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/usage',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      await requireRole(exchange, deps, project, 'viewer')
      const { lastActivityAt, storageQuotaBytes, ...usage } = await deps.usageOf(project)
      exchange.replyJson(200, {
        ...usage,
        storageQuotaBytes: storageQuotaBytes ?? null,
        hasSampleData: await deps.samples.isThere(project),
        lastActivityAt: lastActivityAt === undefined ? null : new Date(lastActivityAt).toISOString(),
      })
    },
  }
}
