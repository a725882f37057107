import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { nextPageToken, pageQuery, span, time } from './fields.ts'

/** A place in the log. */
const place = z.string().check(z.regex(/^\d{1,12}\.\d{1,12}$/, 'It must be one that an answer had.'))

const loggedRequest = z.object({
  /** The one of the header `x-request-id`. */
  id: z.string(),
  /** When its answer had ended. */
  time,
  method: z.string(),
  /** Without the query. */
  path: z.string(),
  status: z.number(),
  ms: z.number(),
  uid: z.optional(z.string()),
  operation: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The answer did not reach the client whole. */
  isCut: z.optional(z.literal(true)),
})
export type LoggedRequest = z.infer<typeof loggedRequest>

export const listRequestLog = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/request-log',
  summary:
    'The last requests of whatever kind that named the project, the newest first, from the [request log](#request-log) of the server. `status` is one (`404`) or a hundred of them (`4xx`), `path` what theirs begins with, `minMs` how long they took at least; `source`: of the console and its tools (`/hearth/…`), or of `apps`. `after` is the `newest` of an answer: what came since.',
  who: 'viewer',
  query: z.extend(pageQuery, {
    ...span,
    pageToken: z.optional(place),
    after: z.optional(place),
    id: z.optional(z.string().check(z.maxLength(64))),
    method: z.optional(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])),
    status: z.optional(
      z.string().check(z.regex(/^[1-5](?:xx|\d\d)$/, 'It must be a status such as 404, or a hundred of them: 4xx.')),
    ),
    path: z.optional(z.string().check(z.maxLength(512))),
    uid: z.optional(z.string().check(z.maxLength(128))),
    source: z.optional(z.enum(['apps', 'console'])),
    minMs: z.optional(z.string().check(z.regex(/^\d{1,7}$/, 'It must be a whole number of milliseconds.'))),
  }),
  answer: z.object({ entries: z.array(loggedRequest), newest: z.string(), nextPageToken }),
} as const satisfies Endpoint

export type RequestLogPage = z.infer<(typeof listRequestLog)['answer']>
