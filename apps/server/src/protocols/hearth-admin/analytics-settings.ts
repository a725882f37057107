import { getAnalyticsSettings, updateAnalyticsSettings } from '@hearth/api'
import { assertRecentOwner } from './admin-callers.ts'
import { route } from './route.ts'

export const analyticsSettings = [
  route(getAnalyticsSettings, async ({ deps, params: { project } }) => await deps.analytics.getSettings(project)),

  route(updateAnalyticsSettings, async ({ deps, params: { project }, caller, body, note }) => {
    const change = await body()
    const { retentionMonths: months } = change
    // After a shorter time events go that nothing brings back.
    const isShorter = months !== undefined && months < (await deps.analytics.getSettings(project)).retentionMonths
    if (isShorter) assertRecentOwner(deps, caller, 'project')
    const { retentionMonths, timeZone } = await deps.analytics.updateSettings(project, change)
    await note({ target: 'settings', detail: { retentionMonths: String(retentionMonths), timeZone } })
    return { retentionMonths, timeZone }
  }),
]
