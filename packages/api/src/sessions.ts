import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, time } from './fields.ts'

export const listedSession = z.object({
  id: z.string(),
  signInProvider: z.string(),
  secondFactor: z.nullable(z.string()),
  /** When the session began. */
  signedInAt: time,
  /** When its user last proved who they are. */
  provenAt: time,
  createdAt: time,
  /** To the day. */
  lastUsedAt: time,
  /** The `User-Agent` it was last seen with. */
  device: z.nullable(z.string()),
})
export type ListedSession = z.infer<typeof listedSession>

const ownSession = z.extend(listedSession, { isCurrent: z.boolean() })
export type OwnSession = z.infer<typeof ownSession>

export const listOwnSessions = {
  method: 'GET',
  path: '/hearth/v1/account/sessions',
  summary: 'Where the account is signed in to the console; `isCurrent` is the session that asks.',
  who: 'account',
  answer: z.object({ sessions: z.array(ownSession) }),
} as const satisfies Endpoint

export const endOwnSession = {
  method: 'DELETE',
  path: '/hearth/v1/account/sessions/:session',
  summary:
    'Ends a session of the account with the operator sessions that began in it; with `goesOnInThis=true` they go on in the session that asks.',
  who: 'account',
  query: z.object({ goesOnInThis: z.optional(z.string()) }),
  answer: done,
} as const satisfies Endpoint

export const listUserSessions = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/users/:uid/sessions',
  summary:
    'Where a user of the project’s apps is signed in, the session used last first. `signedInAt` is when a session began, `provenAt` when its user last proved who they are, `lastUsedAt` is to the day, `device` the `User-Agent` it was last seen with.',
  who: 'viewer',
  answer: z.object({ sessions: z.array(listedSession) }),
} as const satisfies Endpoint

export const endUserSession = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/users/:uid/sessions/:session',
  summary: 'Ends a session of a user; its tokens are over at once.',
  who: 'editor',
  audit: 'users.endSession',
  answer: done,
} as const satisfies Endpoint
