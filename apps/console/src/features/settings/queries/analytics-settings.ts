import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const settings = z.object({
  /** For so many months events are kept, 1 to 60. */
  retentionMonths: z.number(),
  /** Whose days are counted, an IANA name. */
  timeZone: z.string(),
})

export type AnalyticsSettings = z.infer<typeof settings>

export async function getAnalyticsSettings(project: ProjectSession): Promise<AnalyticsSettings> {
  return await project.call({ path: pathOf(project), answer: settings })
}

export async function changeAnalyticsSettings(
  project: ProjectSession,
  change: Partial<AnalyticsSettings>,
): Promise<AnalyticsSettings> {
  return await project.call({ method: 'PATCH', path: pathOf(project), body: change, answer: settings })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/analytics/settings`
}
