import * as z from 'zod/mini'
import { auditEntry, auditPerson } from './audit.ts'
import type { Endpoint } from './endpoint.ts'
import { nextPageToken, pageQuery, requestId, time } from './fields.ts'
import { installation } from './installations.ts'
import { listedRequest } from './requests.ts'
import { listedSession } from './sessions.ts'

export const getUserPhoto = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/users/:uid/photo',
  summary:
    'The picture of a user of the project’s apps, as a `data:` address: a WebP of at most 128 px a side, which the server makes of what it finds at the address of the account (`photoUrl`). Null where there is none, or none that may be fetched: over https alone, from public hosts, up to 4 MiB, in six seconds (decision 0123).',
  who: 'viewer',
  answer: z.object({ photo: z.nullable(z.string()) }),
  errors: { USER_NOT_FOUND: 'not-found', PHOTOS_BUSY: 'resource-exhausted', TOO_MANY_REQUESTS: 'resource-exhausted' },
} as const satisfies Endpoint

export const getMemberPhoto = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/members/:member/photo',
  summary: 'The picture of somebody who belongs to the project, as that of a user.',
  who: 'viewer',
  answer: z.object({ photo: z.nullable(z.string()) }),
  errors: { MEMBER_NOT_FOUND: 'not-found', PHOTOS_BUSY: 'resource-exhausted', TOO_MANY_REQUESTS: 'resource-exhausted' },
} as const satisfies Endpoint

const reported = z.object({
  /** Of the events, in their order. */
  names: z.array(z.string()),
  screen: z.optional(z.string()),
  clientId: z.string(),
  appId: z.string(),
  platform: z.string(),
  appVersion: z.optional(z.string()),
  browser: z.optional(z.string()),
})
/** Events that came together. */
export type ReportedEvents = z.infer<typeof reported>

const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('joined'), time }),
  z.object({ kind: z.literal('signed-in'), time, session: listedSession }),
  z.object({ kind: z.literal('sign-in-failed'), time, act: auditEntry }),
  z.object({ kind: z.literal('denied'), time, request: listedRequest }),
  z.object({ kind: z.literal('wrote'), time, request: listedRequest }),
  z.object({ kind: z.literal('reported'), time, events: reported }),
  z.object({ kind: z.literal('new-device'), time, installation }),
  z.object({ kind: z.literal('team'), time, act: auditEntry }),
])
export type TimelineEntry = z.infer<typeof timelineEntry>

export const timelineParts = ['sign-ins', 'denials', 'writes', 'events', 'devices', 'team'] as const
export type TimelinePart = (typeof timelineParts)[number]

export const readUserTimeline = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/users/:uid/timeline',
  summary:
    'What happened with a user of the project’s apps, the newest first: the account and its sessions that go on, what the rules denied and the writes they allowed ([requests](#requests)), events, new installations, and, where the caller is an owner (`hasAudit`), what the audit log has: acts of the team, and sign-ins that failed. `part` is one of those alone. A page may be short, or empty, and have a next one.',
  who: 'viewer',
  query: z.extend(pageQuery, { pageToken: z.optional(requestId), part: z.optional(z.enum(timelineParts)) }),
  answer: z.object({
    entries: z.array(timelineEntry),
    /** Whether the audit log is part of it. */
    hasAudit: z.boolean(),
    /** By uid or key id, for those who did something. */
    people: z.record(z.string(), auditPerson),
    nextPageToken,
  }),
  errors: { USER_NOT_FOUND: 'not-found' },
} as const satisfies Endpoint

const mention = z.object({
  /** The path of a collection, or with `isGroup` the id of those below other documents. */
  collection: z.string(),
  isGroup: z.boolean(),
  by: z.enum(['id', 'value', 'element', 'key', 'reference']),
  /** Absent with `id`. */
  field: z.optional(z.string()),
  /** Up to 1,000. */
  count: z.number(),
  hasMore: z.boolean(),
})
export type Mention = z.infer<typeof mention>

export const listMentions = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/databases/:database/mentions/:uid',
  summary:
    'Where documents name a user: as their own id, as the value of a field, in an array, as the key of a map, or by a reference to a document of that id. Found by the indexes of single fields, so what is exempted from them is not; `isPartial` where the database has more collections or fields than are looked at.',
  who: 'viewer',
  answer: z.object({ mentions: z.array(mention), isPartial: z.boolean() }),
  errors: { DATABASE_NOT_FOUND: 'not-found' },
} as const satisfies Endpoint
