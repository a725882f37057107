import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { time, nextPageToken, pageQuery } from './fields.ts'

const reportBytesMax = 256 * 1024
const appId = z.optional(z.string())
const ofApp = z.object({ appId })
const days = { startDate: z.optional(z.string()), endDate: z.optional(z.string()) }

const cell = z.object({ value: z.string() })
const row = z.object({ dimensionValues: z.optional(z.array(cell)), metricValues: z.optional(z.array(cell)) })
/** What the vendor's `runReport` and `runRealtimeReport` answer; numbers are texts in it. */
const report = z.object({
  dimensionHeaders: z.optional(z.array(z.object({ name: z.string() }))),
  metricHeaders: z.optional(z.array(z.object({ name: z.string() }))),
  rows: z.optional(z.array(row)),
  rowCount: z.optional(z.number()),
  metadata: z.optional(
    z.object({ dataLossFromOtherRow: z.optional(z.boolean()), usersStandardError: z.optional(z.number()) }),
  ),
})
export type ReportAnswer = z.infer<typeof report>

export const postReport = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/analytics/report',
  summary: 'The vendor’s `runReport`: its request, its answer, also as [CSV](analytics.md#hearths-own).',
  who: 'viewer',
  query: ofApp,
  body: z.unknown(),
  bodyBytesMax: reportBytesMax,
  answer: report,
  hasCsv: true,
} as const satisfies Endpoint

export const postRealtimeReport = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/analytics/realtime-report',
  summary: 'The vendor’s `runRealtimeReport`: its request, its answer, also as CSV.',
  who: 'viewer',
  query: ofApp,
  body: z.unknown(),
  bodyBytesMax: reportBytesMax,
  answer: report,
  hasCsv: true,
} as const satisfies Endpoint

export const getCatalog = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/analytics/catalog',
  summary: 'What was ever reported, by name. `firstDay` is null before the first event.',
  who: 'viewer',
  answer: z.object({
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
    leftOutBots: z.object({ events: z.number(), since: time }),
  }),
} as const satisfies Endpoint

export type AnalyticsCatalog = z.infer<(typeof getCatalog)['answer']>

export const getRetention = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/analytics/retention',
  summary: 'How many users came back, by the day or week (the default) they were new in, the newest last.',
  who: 'viewer',
  query: z.object({
    unit: z._default(z.enum(['day', 'week'], 'It is day or week.'), 'week'),
    ...days,
    appId,
  }),
  answer: z.object({
    unit: z.enum(['day', 'week']),
    cohorts: z.array(z.object({ start: z.string(), users: z.number(), active: z.array(z.number()) })),
    total: z.object({ users: z.number(), active: z.array(z.number()), of: z.array(z.number()) }),
  }),
  hasCsv: true,
} as const satisfies Endpoint

/** `active[n]` of a cohort are those who came back after `n` units; `total.of[n]` are those who could have. */
export type Retention = z.infer<(typeof getRetention)['answer']>

const eventName = z.string().check(z.regex(/^([A-Za-z]\w{0,39}|\(other\))$/, 'It is the name of an event.'))

export const postFunnel = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/analytics/funnel',
  summary: 'How many users go through events in their order. `filter` is one of the vendor’s, over parameters.',
  who: 'viewer',
  body: z.strictObject({
    steps: z
      .array(
        z.strictObject({
          eventName,
          name: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
          filter: z.optional(z.unknown()),
        }),
      )
      .check(z.minLength(2, 'A funnel has at least 2 steps.'), z.maxLength(10, 'A funnel has at most 10 steps.')),
    startDate: z.string('The first day is missing.'),
    endDate: z.string('The last day is missing.'),
    windowSeconds: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(7_776_000)), 86_400),
    appId: z.optional(z.string().check(z.maxLength(100))),
  }),
  answer: z.object({
    users: z.number(),
    steps: z.array(
      z.object({
        eventName: z.string(),
        name: z.string(),
        users: z.number(),
        /** Between 0 and 1, as `ofPrevious`. */
        ofFirst: z.number(),
        ofPrevious: z.number(),
        lost: z.number(),
        medianSecondsFromPrevious: z.nullable(z.number()),
      }),
    ),
    startDate: z.string(),
    endDate: z.string(),
    windowSeconds: z.number(),
  }),
  hasCsv: true,
  errors: { FUNNEL_TOO_LARGE: 'invalid-argument' },
} as const satisfies Endpoint

export type Funnel = z.infer<(typeof postFunnel)['answer']>

const event = z.looseObject({
  id: z.string(),
  name: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  clientId: z.string(),
  userId: z.optional(z.string()),
  time,
  receivedAt: time,
  appId: z.string(),
  screen: z.optional(z.string()),
})
export type ListedEvent = z.infer<typeof event>

export const listEvents = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/analytics/events',
  summary:
    'Events as they are kept, the newest first; `after` takes `newest` of an earlier answer, for what came since. A page of a rare event may be short, or empty, and have a next one.',
  who: 'viewer',
  query: z.extend(pageQuery, {
    after: z.optional(z.string()),
    eventName: z.optional(z.string()),
    clientId: z.optional(z.string()),
    appId,
    ...days,
  }),
  answer: z.object({ events: z.array(event), nextPageToken, newest: z.string() }),
  hasCsv: true,
  errors: { INVALID_PAGE_TOKEN: 'invalid-argument' },
} as const satisfies Endpoint

const settings = z.object({
  /** For so many months events are kept, 1 to 60. */
  retentionMonths: z.number(),
  /** Whose days are counted, an IANA name. */
  timeZone: z.string(),
})
export type AnalyticsSettings = z.infer<typeof settings>

export const getAnalyticsSettings = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/analytics/settings',
  summary: 'How long events are kept, and whose days are counted.',
  who: 'viewer',
  answer: settings,
} as const satisfies Endpoint

export const updateAnalyticsSettings = {
  method: 'PATCH',
  path: '/hearth/v1/projects/:project/analytics/settings',
  summary:
    'Fewer months need a recent sign-in, or the scope `project` of a key: then events go that nothing brings back.',
  who: 'owner',
  recentSignIn: 'sometimes',
  audit: 'analytics.update',
  body: z
    .strictObject({ retentionMonths: z.optional(z.number()), timeZone: z.optional(z.string()) })
    .check(
      z.refine(
        (asked) => Object.values(asked).some((one) => one !== undefined),
        'retentionMonths or timeZone is missing.',
      ),
    ),
  answer: settings,
} as const satisfies Endpoint
