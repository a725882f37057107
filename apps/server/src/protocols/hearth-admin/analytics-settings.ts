import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { assertRecentOwner, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/analytics/settings'
const request = z
  .strictObject({ retentionMonths: z.number().optional(), timeZone: z.string().optional() })
  .refine((change) => Object.values(change).some((one) => one !== undefined), 'retentionMonths or timeZone is missing.')

/** `{ retentionMonths, timeZone }`: how long events are kept, and whose days are counted. */
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
      const change = await readRequest(exchange, request)
      if (await isShorter(deps, project, change.retentionMonths)) assertRecentOwner(deps, member, 'project')
      const settings = await deps.analytics.updateSettings(project, change)
      const detail = { retentionMonths: String(settings.retentionMonths), timeZone: settings.timeZone }
      const act = { project, service: 'analytics', operation: 'update', target: 'settings', detail } as const
      await noteAct(deps, exchange, member, act)
      exchange.replyJson(200, settings)
    },
  }
}

/** Then events go that nothing brings back. */
async function isShorter(
  { analytics }: HearthAdminDeps,
  project: string,
  months: number | undefined,
): Promise<boolean> {
  return months !== undefined && months < (await analytics.getSettings(project)).retentionMonths
}
