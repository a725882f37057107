import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/analytics/settings'
const request = z.strictObject({ retentionMonths: z.number('retentionMonths is missing.') })

/** `{ retentionMonths }`: how long events are kept. */
export function getAnalyticsSettings(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      exchange.replyJson(200, await deps.analytics.getSettings(project))
    },
  }
}

export function updateAnalyticsSettings(deps: HearthAdminDeps): Route {
  return {
    method: 'PATCH',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      const settings = await deps.analytics.updateSettings(project, await readRequest(exchange, request))
      const detail = { retentionMonths: String(settings.retentionMonths) }
      const act = { project, service: 'analytics', operation: 'update', target: 'settings', detail } as const
      await noteAct(deps, exchange, member, act)
      exchange.replyJson(200, settings)
    },
  }
}
