import * as z from 'zod/mini'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { RulesArea } from '../../../rules/rules-area.ts'

const override = z.object({
  origin: z.enum(['file', 'tool']),
  path: z.optional(z.string()),
  since: z.string(),
  isBroken: z.boolean(),
  files: z.array(z.object({ name: z.string(), content: z.string() })),
})
const answer = z.object({ documents: z.optional(override), files: z.optional(override) })

/** Rules that hold under `hearth dev` instead of published ones. */
export type RulesOverride = z.infer<typeof override>

export async function findOverride(
  { project, id }: ProjectDatabase,
  area: RulesArea,
): Promise<RulesOverride | undefined> {
  const query = new URLSearchParams({ database: id })
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/rules-override?${query}`
  return (await project.call({ path, answer }))[area]
}
