import { z } from 'zod'
import type { AnalyticsSettings } from '../../analytics/analytics-settings.ts'
import type { Settings } from './settings-route.ts'

const change = z
  .strictObject({ retentionMonths: z.number().optional(), timeZone: z.string().optional() })
  .refine((asked) => Object.values(asked).some((one) => one !== undefined), 'retentionMonths or timeZone is missing.')

/** `{ retentionMonths, timeZone }`: how long events are kept, and whose days are counted. */
export const analyticsSettings: Settings<z.infer<typeof change>, AnalyticsSettings> = {
  path: '/hearth/v1/projects/:project/analytics/settings',
  change,
  act: { service: 'analytics', operation: 'update' },
  read: async ({ analytics }, project) => await analytics.getSettings(project),
  /** A shorter time: then events go that nothing brings back. */
  isGrave: async ({ analytics }, project, { retentionMonths: months }) =>
    months !== undefined && months < (await analytics.getSettings(project)).retentionMonths,
  update: async ({ analytics }, project, asked) => await analytics.updateSettings(project, asked),
  describe: ({ retentionMonths, timeZone }) => ({ retentionMonths: String(retentionMonths), timeZone }),
}
