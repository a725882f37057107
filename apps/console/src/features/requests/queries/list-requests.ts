import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { listedRequest } from '../../../rules/past-request.ts'
import { type RequestFilter, spans } from '../request-filter.ts'

const answer = z.object({ requests: z.array(listedRequest), nextPageToken: z.optional(z.string()) })

export type RequestPage = z.infer<typeof answer>

/** The newest first. `after` is an id: what came since. */
export async function listRequests(
  project: ProjectSession,
  { since, ...filter }: RequestFilter,
  page: { readonly pageToken?: string; readonly after?: string },
): Promise<RequestPage> {
  // Ids are microseconds since the epoch.
  const begin = since === undefined ? {} : { after: String((Date.now() - spans[since]) * 1000) }
  const query = new URLSearchParams({ pageSize: '100', ...filter, ...begin, ...page })
  return await project.call({ path: `/hearth/v1/projects/${encodeURIComponent(project.id)}/requests?${query}`, answer })
}
