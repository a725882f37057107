import type { SourceFile } from '@hearth/rules'
import * as z from 'zod/mini'
import type { ProjectDatabase } from '../../../databases/project-database.ts'
import type { RulesArea } from '../../../rules/rules-area.ts'

const place = z.object({ fileName: z.string(), line: z.number(), column: z.number() })
const replayedRequest = z.object({
  request: z.object({
    id: z.string(),
    time: z.string(),
    operation: z.string(),
    path: z.string(),
    caller: z.object({ kind: z.string(), uid: z.optional(z.string()) }),
    verdict: z.enum(['allowed', 'denied']),
    rules: z.optional(z.union([z.object({ ruleset: z.string() }), z.object({ since: z.string() })])),
  }),
  would: z.enum(['allowed', 'denied', 'unknown']),
  rule: z.optional(place),
  reason: z.optional(z.string()),
})
const answer = z.object({
  requests: z.array(replayedRequest),
  skipped: z.number(),
  nextPageToken: z.optional(z.string()),
})

/** A request of the past with what other rules would have said. */
export type ReplayedRequest = z.infer<typeof replayedRequest>

/** A page of at most 100, the newest first. */
export async function replayPage(
  { project, id }: ProjectDatabase,
  asked: {
    readonly area: RulesArea
    readonly files: readonly SourceFile[]
    readonly pageToken: string | undefined
    readonly signal: AbortSignal
  },
): Promise<z.infer<typeof answer>> {
  const { area, files, pageToken, signal } = asked
  return await project.call({
    method: 'POST',
    path: `/hearth/v1/projects/${encodeURIComponent(project.id)}/rules-replay`,
    body: { service: area, database: id, files, ...(pageToken !== undefined && { pageToken }) },
    signal,
    answer,
  })
}
