import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, time, nextPageToken, pageQuery, wholeNumber } from './fields.ts'

const platform = z.enum(['web', 'ios', 'android', 'unknown'])
const user = z.object({ uid: z.string(), tenant: z.nullable(z.string()), linkedAt: time })
export const installation = z.object({
  fid: z.string(),
  appId: z.string(),
  platform,
  sdkVersion: z.string(),
  /** The `User-Agent` it was last seen with. */
  device: z.nullable(z.string()),
  firstSeenAt: time,
  /** To the hour. */
  lastSeenAt: time,
  tokenExpiresAt: time,
  user: z.nullable(user),
})
/** A copy of an app on a device or in a browser. */
export type Installation = z.infer<typeof installation>
export type InstallationUser = z.infer<typeof user>

const text = z.optional(z.string().check(z.minLength(1), z.maxLength(128)))
const moment = z.optional(
  z.pipe(
    z.iso.datetime({ offset: true }),
    z.transform((at) => Date.parse(at)),
  ),
)
const daysMax = 400

export const listInstallations = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/installations',
  summary:
    'The [installations](#installations) of the project, the one seen last first. `seenFrom` and `seenBefore` are times: seen since, not seen since.',
  who: 'viewer',
  query: z.extend(pageQuery, {
    platform: z.optional(platform),
    appId: text,
    uid: text,
    tenant: text,
    seenFrom: moment,
    seenBefore: moment,
  }),
  answer: z.object({ installations: z.array(installation), nextPageToken }),
} as const satisfies Endpoint

export const getInstallation = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/installations/:fid',
  summary: 'One installation.',
  who: 'viewer',
  answer: installation,
} as const satisfies Endpoint

const summary = z.object({
  apps: z.array(z.object({ appId: z.string(), platform: z.enum(['web', 'ios', 'android']), count: z.number() })),
  /** Days and apps on which nothing happened are left out. */
  days: z.array(z.object({ date: z.string(), appId: z.string(), new: z.number(), lost: z.number() })),
  /** Whose days these are, an IANA name. */
  timeZone: z.string(),
})
/** How many installations each app has, and how many came and went by day. */
export type InstallationSummary = z.infer<typeof summary>

export const summarizeInstallations = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/installation-summary',
  summary:
    'How many installations each app has, and how many came and went in the last 1 to 400 days (28) of the project’s time zone; days without are left out.',
  who: 'viewer',
  query: z.object({
    days: z._default(wholeNumber(daysMax), 28),
  }),
  answer: summary,
} as const satisfies Endpoint

export const revokeInstallation = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/installations/:fid',
  summary: 'Forgets an installation: its tokens end, and the app registers anew.',
  who: 'editor',
  audit: 'installations.delete',
  answer: done,
} as const satisfies Endpoint

const id = z.string().check(z.minLength(1), z.maxLength(128))

export const revokeInstallations = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/installations:revoke',
  summary:
    'Several at once, up to 100, or all of a user. Answers how many there were; those that are gone already don’t count.',
  who: 'editor',
  audit: 'installations.delete',
  body: z.union([
    z.strictObject({ fids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ uid: id, tenant: z.optional(id) }),
  ]),
  answer: z.object({ revoked: z.number() }),
} as const satisfies Endpoint
