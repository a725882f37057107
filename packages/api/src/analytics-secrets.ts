import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, name, time } from './fields.ts'

const secret = z.object({
  id: z.string(),
  appId: z.string(),
  name: z.string(),
  createdAt: time,
  /** The console account that made it; null for a service key. */
  createdBy: z.nullable(z.string()),
})
/** What lets a server report events of one app, without the secret itself. */
export type ApiSecret = z.infer<typeof secret>

export const listApiSecrets = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/analytics/secrets',
  summary: 'The API secrets of servers that report events; the secrets themselves are never given back.',
  who: 'owner',
  answer: z.object({ secrets: z.array(secret) }),
} as const satisfies Endpoint

export const createApiSecret = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/analytics/secrets',
  summary: 'A new one for an app; `secret` is shown this once.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'analytics-secrets.create',
  body: z.strictObject({ appId: z.string('The app is missing.').check(z.maxLength(100)), name }),
  status: 201,
  answer: z.extend(secret, { secret: z.string() }),
  isSecret: true,
  errors: { APP_NOT_FOUND: 'not-found' },
} as const satisfies Endpoint

export const revokeApiSecret = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/analytics/secrets/:secret',
  summary: 'Servers with this secret are turned away from now on.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'analytics-secrets.delete',
  answer: done,
} as const satisfies Endpoint
