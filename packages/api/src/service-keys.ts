import * as z from 'zod/mini'
import { type Endpoint, keyScopes, role } from './endpoint.ts'
import { done, name, time } from './fields.ts'

const keyMaker = z.union([
  z.object({
    uid: z.string(),
    email: z.nullable(z.string()),
    /** As it is now; null for who left the project or lost the account. */
    role: z.nullable(role),
  }),
  /** The id of another key. */
  z.object({ serviceKey: z.string() }),
])
export type KeyMaker = z.infer<typeof keyMaker>

const serviceKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: time,
  /** Not known of old keys. */
  createdBy: z.optional(keyMaker),
})
export type ServiceKey = z.infer<typeof serviceKey>

export const listServiceKeys = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/service-keys',
  summary:
    'The [service keys](#service-keys-and-their-scopes) of the project, without their private parts. `createdBy` has the maker’s role as it is now, null for who left the team or lost the account, or the key that made it.',
  who: 'owner',
  answer: z.object({ serviceKeys: z.array(serviceKey) }),
} as const satisfies Endpoint

export const createServiceKey = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/service-keys',
  summary:
    'A key file as the vendor’s libraries and tools take it ([guide](../guides/tools.md)), shown this once. People alone give a key `scopes`.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'service-keys.create',
  body: z.strictObject({
    name,
    scopes: z._default(
      z.array(z.enum(keyScopes, `The scopes are ${keyScopes.join(', ')}.`)).check(z.maxLength(keyScopes.length)),
      [],
    ),
  }),
  status: 201,
  answer: z.looseObject({ type: z.literal('service_account'), private_key_id: z.string() }),
  isSecret: true,
  errors: { PEOPLE_ONLY: 'permission-denied' },
} as const satisfies Endpoint

export const revokeServiceKey = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/service-keys/:key',
  summary: 'What the key signed is worth nothing any more.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'service-keys.delete',
  answer: done,
} as const satisfies Endpoint
