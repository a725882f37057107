import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { time } from './fields.ts'

const dayTrend = z.object({
  /** In UTC, such as `2026-11-20`. */
  day: z.string(),
  requestsAllowed: z.number(),
  requestsDenied: z.number(),
  documentsWritten: z.number(),
  /** What there was at its end; absent before anything was noted. */
  levels: z.optional(
    z.object({ users: z.number(), documents: z.number(), files: z.number(), storedBytes: z.number() }),
  ),
})
export type DayTrend = z.infer<typeof dayTrend>

export const listTrends = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/trends',
  summary:
    'How the project went in the last 1 to 62 days in UTC (28), the oldest first; `levels` is what there was at the end of a day, absent before the first sweep. Counts of the last seconds before a crash are missing.',
  who: 'viewer',
  query: z.object({
    days: z._default(
      z.pipe(
        z.pipe(z.stringFormat('days', /^\d{1,2}$/), z.transform(Number)),
        z.number().check(z.minimum(1), z.maximum(62)),
      ),
      28,
    ),
  }),
  answer: z.object({ days: z.array(dayTrend) }),
} as const satisfies Endpoint

const signIn = z.object({
  id: z.string(),
  at: time,
  uid: z.string(),
  tenant: z.optional(z.string()),
  provider: z.string(),
  /** Of a new account. */
  isFirst: z.boolean(),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
})
/** Somebody signed in to an app. */
export type SignIn = z.infer<typeof signIn>

export const listSignIns = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/sign-ins',
  summary: 'Who signed in since the start of the server, the newest first, at most 20.',
  who: 'viewer',
  answer: z.object({ signIns: z.array(signIn) }),
} as const satisfies Endpoint

const appContact = z.object({
  platform: z.enum(['web', 'ios', 'android', 'server', 'other']),
  /** Null where the app doesn't say which of the project's it is. */
  name: z.nullable(z.string()),
  at: time,
})
/** An app got what it asked for. */
export type AppContact = z.infer<typeof appContact>

export const listAppContacts = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/app-contacts',
  summary:
    'When each of the project’s apps last got what it asked for, the newest first, at most 20; what was refused or denied counts for nothing. `server` is what comes with a service key. Those of the last half minute before a crash are missing.',
  who: 'viewer',
  answer: z.object({ contacts: z.array(appContact) }),
} as const satisfies Endpoint

export const getUsage = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/usage',
  summary: 'How much there is in the project; `storageQuotaBytes` is null without a limit.',
  who: 'viewer',
  answer: z.object({
    users: z.number(),
    documents: z.number(),
    files: z.number(),
    storedBytes: z.number(),
    /** `null` for no limit. */
    storageQuotaBytes: z.nullable(z.number()),
    /** Of one file. */
    uploadLimitBytes: z.number(),
    hasSampleData: z.optional(z.boolean()),
    lastActivityAt: z.nullish(time),
  }),
} as const satisfies Endpoint

export type ProjectUsage = z.infer<(typeof getUsage)['answer']>

export const addSampleData = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/sample-data',
  summary:
    'Puts a small shop into the default database of a project that holds no document, and answers how many documents those are.',
  who: 'editor',
  audit: 'documents.create',
  answer: z.object({ documents: z.number() }),
  errors: { PROJECT_NOT_EMPTY: 'failed-precondition' },
} as const satisfies Endpoint

export const removeSampleData = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/sample-data',
  summary: 'Takes out exactly the documents that were put in as a sample, and answers how many those were.',
  who: 'editor',
  audit: 'documents.delete',
  answer: z.object({ documents: z.number() }),
} as const satisfies Endpoint
