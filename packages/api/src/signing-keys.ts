import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { time } from './fields.ts'

export const listSigningKeys = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/signing-keys',
  summary: 'The published keys that ID tokens are signed with, the oldest first.',
  who: 'owner',
  answer: z.object({
    signingKeys: z.array(
      z.object({ id: z.string(), state: z.enum(['retired', 'signing', 'next']), createdAt: time, signsFrom: time }),
    ),
  }),
} as const satisfies Endpoint

export const rotateSigningKeys = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/signing-keys:rotate',
  summary: 'Makes the next key; with `atOnce` all others are withdrawn.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'signing-keys.create',
  body: z.strictObject({ atOnce: z._default(z.boolean(), false) }),
  answer: z.object({ id: z.string(), signsFrom: time }),
} as const satisfies Endpoint
