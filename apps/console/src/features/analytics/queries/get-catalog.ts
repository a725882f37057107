import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { analyticsPath } from './analytics-path.ts'

const catalog = z.object({
  events: z.array(
    z.object({
      name: z.string(),
      parameters: z.array(z.object({ name: z.string(), type: z.enum(['text', 'number']) })),
    }),
  ),
  userProperties: z.array(z.string()),
  firstDay: z.nullable(z.string()),
  /** Whose days are counted, an IANA name. */
  timeZone: z.string(),
  /** Since the server began to run; under `hearth dev` bots are counted like everybody. */
  leftOutBots: z.object({ events: z.number(), since: z.string() }),
})

/** What was ever seen, by name; `firstDay` is `null` before the first event. */
export type AnalyticsCatalog = z.infer<typeof catalog>

export async function getCatalog(project: ProjectSession): Promise<AnalyticsCatalog> {
  return await project.call({ path: analyticsPath(project, 'catalog'), answer: catalog })
}
