import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { testCase } from '../../../saved-tests/saved-tests.ts'
import { type RequestFilter, spans } from '../request-filter.ts'

const listedRequest = z.object({
  id: z.string(),
  time: z.string(),
  service: z.enum(['documents', 'files']),
  operation: z.string(),
  database: z.optional(z.string()),
  path: z.string(),
  caller: z.object({ kind: z.enum(['visitor', 'user', 'operator']), uid: z.optional(z.string()) }),
  verdict: z.enum(['allowed', 'denied']),
  rule: z.optional(z.object({ fileName: z.string(), line: z.number(), column: z.number() })),
  reason: z.optional(z.string()),
  /** Milliseconds. */
  stages: z.optional(z.object({ beforeMs: z.optional(z.number()), rulesMs: z.number(), lookupsMs: z.number() })),
  /** Paths of the documents that were read for the rules. */
  lookedUp: z.optional(z.array(z.string())),
  from: z.optional(z.object({ address: z.string(), origin: z.optional(z.string()), requestId: z.string() })),
  /** What the commit of a write changes all in all; the first of its paths. */
  written: z.optional(z.object({ count: z.number(), paths: z.array(z.string()) })),
})
const answer = z.object({ requests: z.array(listedRequest), nextPageToken: z.optional(z.string()) })

export type ListedRequest = z.infer<typeof listedRequest>
export type RequestPage = z.infer<typeof answer>

const describedRequest = z.object({
  request: listedRequest,
  test: z.optional(testCase),
  unknown: z.array(z.string()),
})

/** A request with all that is kept of it; `test` asks rules the same again, but for what is `unknown`. */
export type DescribedRequest = z.infer<typeof describedRequest>

/** Throws `not-found`/`REQUEST_NOT_FOUND` when it is not kept any more. */
export async function getRequest(project: ProjectSession, id: string): Promise<DescribedRequest> {
  return await project.call({ path: `${baseOf(project)}/${encodeURIComponent(id)}`, answer: describedRequest })
}

/** The newest first. `after` is an id: what came since. */
export async function listRequests(
  project: ProjectSession,
  { since, ...filter }: RequestFilter,
  page: { readonly pageToken?: string; readonly after?: string },
): Promise<RequestPage> {
  // Ids are microseconds since the epoch.
  const begin = since === undefined ? {} : { after: String((Date.now() - spans[since]) * 1000) }
  const query = new URLSearchParams({ pageSize: '100', ...filter, ...begin, ...page })
  return await project.call({
    path: `${baseOf(project)}?${query}`,
    answer,
  })
}

function baseOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/requests`
}
