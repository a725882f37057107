import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { analyticsPath } from './analytics-path.ts'

export type RetentionUnit = 'day' | 'week'

const retention = z.object({
  cohorts: z.array(z.object({ start: z.string(), users: z.number(), active: z.array(z.number()) })),
  total: z.object({ users: z.number(), active: z.array(z.number()), of: z.array(z.number()) }),
})

/** `active[n]` of a cohort are those who came back after `n` units; `total.of[n]` are those who could have. */
export type Retention = z.infer<typeof retention>

/** The path of the cohorts of the last 12 weeks or 14 days. */
function retentionPath(project: ProjectSession, unit: RetentionUnit): string {
  return analyticsPath(project, `retention?${new URLSearchParams({ unit })}`)
}

export async function getRetention(project: ProjectSession, unit: RetentionUnit): Promise<Retention> {
  return await project.call({ path: retentionPath(project, unit), answer: retention })
}
