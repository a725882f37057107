import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

const fileRequest = z.object({
  id: z.string(),
  time: z.string(),
  operation: z.string(),
  path: z.string(),
  caller: z.object({ kind: z.enum(['visitor', 'user', 'operator']), uid: z.optional(z.string()) }),
  verdict: z.enum(['allowed', 'denied']),
})
const answer = z.object({ requests: z.array(fileRequest) })

export type FileRequest = z.infer<typeof fileRequest>

/** What the rules decided about a file of late, the newest first, at most `max`. Operators are listed where they were refused. */
export async function listFileRequests(
  project: ProjectSession,
  path: string,
  max: number,
): Promise<readonly FileRequest[]> {
  // Other files may have paths that begin like this one.
  const query = new URLSearchParams({ service: 'files', path, wholePath: 'true', pageSize: String(max) })
  const { requests } = await project.call({
    path: `/hearth/v1/projects/${encodeURIComponent(project.id)}/requests?${query}`,
    answer,
  })
  return requests
}
