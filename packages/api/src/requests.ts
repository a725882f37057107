import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { database, requestId, time, nextPageToken, pageQuery, wholeNumber } from './fields.ts'
import { rulesTest } from './rules-tests.ts'

const service = z.enum(['documents', 'files'])
export const verdict = z.enum(['allowed', 'denied'])
export const place = z.object({ fileName: z.string(), line: z.number(), column: z.number() })
/** A line of the rules that decided: what it says, and the how many times so far in its file. */
const decidingPlace = z.extend(place, { text: z.optional(z.string()), nth: z.optional(z.number()) })

export const listedRequest = z.object({
  id: z.string(),
  time,
  service,
  operation: z.string(),
  /** Of documents alone. */
  database: z.optional(z.string()),
  path: z.string(),
  caller: z.object({ kind: z.enum(['visitor', 'user', 'operator']), uid: z.optional(z.string()) }),
  verdict,
  rule: z.optional(decidingPlace),
  reason: z.optional(z.string()),
  /** The expression of the rules that has no value. */
  expression: z.optional(z.string()),
  /** Which rules those were: the id of a version, or since when those of a file or a tool held. */
  rules: z.optional(z.union([z.object({ ruleset: z.string() }), z.object({ since: time })])),
  /** Milliseconds. */
  stages: z.optional(z.object({ beforeMs: z.optional(z.number()), rulesMs: z.number(), lookupsMs: z.number() })),
  /** Paths of the documents that were read for the rules. */
  lookedUp: z.optional(z.array(z.string())),
  from: z.optional(
    z.object({
      address: z.string(),
      origin: z.optional(z.string()),
      requestId: z.string(),
      /** What its SDK says of itself: the id of the app, and platform and version as `js/12.4.0`. */
      app: z.optional(z.string()),
      sdk: z.optional(z.string()),
    }),
  ),
  /** What the commit of a write changes all in all; the first of its paths. */
  written: z.optional(z.object({ count: z.number(), paths: z.array(z.string()) })),
})
/** A request that the gate decided, as lists have it. */
export type ListedRequest = z.infer<typeof listedRequest>

/** Which of them; what is absent doesn't matter. */
const filter = {
  verdict: z.optional(verdict),
  service: z.optional(service),
  operation: z.optional(z.enum(['get', 'list', 'create', 'update', 'delete', 'read', 'write'])),
  uid: z.optional(z.string().check(z.maxLength(128))),
  path: z.optional(z.string().check(z.maxLength(1500))),
  wholePath: z.optional(z.enum(['true', 'false'])),
  database: z.optional(database),
  groupBy: z.optional(z.enum(['rule', 'path', 'app'])),
  group: z.optional(z.string().check(z.maxLength(2000))),
}

export const listRequests = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/requests',
  summary:
    'What the gate [decided](#requests), the newest first. `after` is an id: what came since. `path` is what theirs begins with, and the whole of it with `wholePath=true`. With `groupBy` and the `group` that a list of groups gave, those of that group. `order=slowest`: one page, those first that took longest to decide.',
  who: 'viewer',
  query: z.extend(pageQuery, {
    pageToken: z.optional(requestId),
    after: z.optional(requestId),
    order: z._default(z.enum(['newest', 'slowest']), 'newest'),
    ...filter,
  }),
  answer: z.object({ requests: z.array(listedRequest), nextPageToken }),
} as const satisfies Endpoint

export const countRequests = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/request-counts',
  summary:
    'How many requests the gate [decided](#requests) in the last `minutes` (60), in 60 even steps, the oldest first; the filters are those of the list. `isCut`: older ones of that time are not kept any more. `missed`: how many came faster than they could be kept, whatever the filters.',
  who: 'viewer',
  query: z.object({
    minutes: z._default(wholeNumber(1440), 60),
    ...filter,
  }),
  answer: z.object({
    /** When the first step begins. */
    begin: time,
    stepSeconds: z.number(),
    allowed: z.array(z.number()),
    denied: z.array(z.number()),
    isCut: z.boolean(),
    missed: z.number(),
  }),
} as const satisfies Endpoint

const requestGroup = z.object({
  /** What the list takes as `group`. */
  key: z.string(),
  allowed: z.number(),
  denied: z.number(),
  /** Different users and members of the team. */
  people: z.number(),
  newest: listedRequest,
  /** When the first of the group came, of all that are kept. */
  first: time,
  /** Milliseconds to the verdict. */
  slowestMs: z.optional(z.number()),
})

export const groupRequests = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/request-groups',
  summary:
    'What the gate [decided](#requests) after the id `after` and before `pageToken`, put together `by` the line of the `rule` that decided (the default), the kind of `path` (`orders/*`), or the `app` and its SDK: at most 50 groups, those with most denied first, and how many `more` there are. `oldest`: since when requests are kept.',
  who: 'viewer',
  query: z.extend(z.object(filter), {
    by: z._default(z.enum(['rule', 'path', 'app']), 'rule'),
    after: z.optional(requestId),
    pageToken: z.optional(requestId),
  }),
  answer: z.object({ groups: z.array(requestGroup), more: z.number(), oldest: z.optional(time) }),
} as const satisfies Endpoint

export type RequestGroups = z.infer<(typeof groupRequests)['answer']>

export type RequestCounts = z.infer<(typeof countRequests)['answer']>

export type RequestPage = z.infer<(typeof listRequests)['answer']>

/** An expression of rules with the value it had. */
export const valued = z.object({ expression: z.string(), value: z.string() })

export const getRequest = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/requests/:request',
  summary:
    'All that is kept of a request: `test` asks rules the same again, but for what is `unknown`; `why` is the expression that denied it, with the values of then. `excerpt`: the lines of the rules of then around the one that decided, the number of the first of them.',
  who: 'viewer',
  answer: z.object({
    request: listedRequest,
    test: z.optional(rulesTest),
    unknown: z.array(z.string()),
    why: z.optional(z.extend(valued, { parts: z.array(valued) })),
    excerpt: z.optional(z.object({ fileName: z.string(), begin: z.number(), lines: z.array(z.string()) })),
  }),
  errors: { REQUEST_NOT_FOUND: 'not-found' },
} as const satisfies Endpoint

export type DescribedRequest = z.infer<(typeof getRequest)['answer']>
