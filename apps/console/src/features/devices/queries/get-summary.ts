import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const summary = z.object({
  apps: z.array(z.object({ appId: z.string(), platform: z.string(), count: z.number() })),
  /** Days and apps on which nothing happened are left out. */
  days: z.array(z.object({ date: z.string(), appId: z.string(), new: z.number(), lost: z.number() })),
  /** Whose days these are, an IANA name. */
  timeZone: z.string(),
})

/** How many installations each app has, and how many came and went by day. */
export type InstallationSummary = z.infer<typeof summary>

/** @param days the last so many, today included */
export async function getSummary(project: ProjectSession, days: number): Promise<InstallationSummary> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/installation-summary?days=${days}`
  return await project.call({ path, answer: summary })
}
