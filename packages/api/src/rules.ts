import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { database, requestId, time, nextPageToken } from './fields.ts'
import { listedRequest, place } from './requests.ts'

const override = z.object({
  origin: z.enum(['file', 'tool']),
  path: z.optional(z.string()),
  since: time,
  isBroken: z.boolean(),
  files: z.array(z.object({ name: z.string(), content: z.string() })),
})
/** Rules that hold under `hearth dev` instead of published ones. */
export type RulesOverride = z.infer<typeof override>

export const getRulesOverride = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/rules-override',
  summary:
    'Under `hearth dev`: what holds instead of published rules, files of the developer’s folder or what a tool has set. `database` says of which one the documents are, the default one without.',
  who: 'viewer',
  query: z.object({ database: z.optional(database) }),
  answer: z.object({ documents: z.optional(override), files: z.optional(override) }),
} as const satisfies Endpoint

/** Sources of rules that are asked without being published. */
export const sources = z
  .array(z.object({ name: z.string().check(z.maxLength(200)), content: z.string() }))
  .check(z.minLength(1), z.maxLength(10))

const replayed = z.object({
  request: listedRequest,
  would: z.enum(['allowed', 'denied', 'unknown']),
  rule: z.optional(place),
  reason: z.optional(z.string()),
})
/** A request of the past with what other rules would have said. */
export type ReplayedRequest = z.infer<typeof replayed>

export const replayRules = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/rules-replay',
  summary:
    'What sources would have said to past requests, a page of at most 100 at a time, the newest first; `skipped` are those that the rules are not asked about.',
  who: 'viewer',
  body: z.strictObject({
    service: z.enum(['documents', 'files']),
    /** Whose documents; the default one without. */
    database: z.optional(database),
    files: sources,
    pageToken: z.optional(requestId),
  }),
  bodyBytesMax: 3 * 1024 * 1024,
  answer: z.object({ requests: z.array(replayed), skipped: z.number(), nextPageToken }),
} as const satisfies Endpoint

export type ReplayPage = z.infer<(typeof replayRules)['answer']>
