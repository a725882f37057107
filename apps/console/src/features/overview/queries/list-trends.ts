import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const dayTrend = z.object({
  /** In UTC, such as `2026-11-20`. */
  day: z.string(),
  requestsAllowed: z.number(),
  requestsDenied: z.number(),
  documentsWritten: z.number(),
  /** What there was at its end; absent before anything was noted. */
  levels: z.optional(
    z.object({ users: z.number(), documents: z.number(), files: z.number(), storedBytes: z.number() }),
  ),
})
const answer = z.object({ days: z.array(dayTrend) })

export type DayTrend = z.infer<typeof dayTrend>

/** The last so many days, today included, the oldest first. */
export async function listTrends(project: ProjectSession, days: number): Promise<readonly DayTrend[]> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/trends?days=${days}`
  return (await project.call({ path, answer })).days
}
