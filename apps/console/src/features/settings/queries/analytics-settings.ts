import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const settings = z.object({ retentionMonths: z.number() })

/** For how many months events are kept, 1 to 60. */
export type AnalyticsSettings = z.infer<typeof settings>

export async function getAnalyticsSettings(project: ProjectSession): Promise<AnalyticsSettings> {
  return await project.call({ path: pathOf(project), answer: settings })
}

export async function changeAnalyticsSettings(
  project: ProjectSession,
  change: AnalyticsSettings,
): Promise<AnalyticsSettings> {
  return await project.call({ method: 'PATCH', path: pathOf(project), body: change, answer: settings })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/analytics/settings`
}
