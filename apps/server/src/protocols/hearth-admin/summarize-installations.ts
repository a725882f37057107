import { z } from 'zod'
import { TimeZone } from '../../analytics/time-zone.ts'
import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readQuery } from './read-request.ts'

const daysMax = 400
const query = z.object({ days: z.coerce.number().int().min(1).max(daysMax).default(28) })

/**
 * `{ apps: [{ appId, platform, count }], days: [{ date, appId, new, lost }], timeZone }`: how many installations each app has, and how many came
 * and went in the last days of the project's time zone. A day on which nothing happened is left out.
 */
export function summarizeInstallations(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/installation-summary',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { days } = readQuery(exchange, query)
      const apps = await deps.projects.listApps(project)
      const ids = apps.map(({ appId }) => appId)
      const { timeZone } = await deps.analytics.getSettings(project)
      const summary = await deps.installations.summarize(project, ids, { days, zone: TimeZone.of(timeZone) })
      exchange.replyJson(200, {
        apps: apps.map(({ appId, platform }) => ({ appId, platform, count: summary.counts.get(appId) ?? 0 })),
        days: summary.days.map(({ date, appId, came, went }) => ({ date, appId, new: came, lost: went })),
        timeZone,
      })
    },
  }
}
