import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, name, time } from './fields.ts'

export const websitesMax = 50

/** Scheme, `*.`, host and port. */
export const websitePattern =
  /^(https?):\/\/(\*\.)?([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)(:\d{1,5})?$/

/** An origin, or one with `*.` for all hosts below a domain: lower case, without a path. */
export function isWebsite(text: string): boolean {
  return text.length <= 300 && websitePattern.test(text)
}

const websites = z
  .array(
    z
      .string()
      .check(
        z.trim(),
        z.toLowerCase(),
        z.refine(isWebsite, 'A website looks like https://shop.example.com or https://*.example.com.'),
      ),
  )
  .check(z.maxLength(websitesMax, `A key is kept to at most ${websitesMax} websites.`))

const apiKey = z.object({
  key: z.string(),
  name: z.string(),
  /** Null for a key that belongs to no app. */
  appId: z.nullable(z.string()),
  /** An app is configured with it. */
  isInUse: z.boolean(),
  /** Null for keys from before it was kept. */
  createdAt: z.nullable(time),
  /** Empty: every page and program may use it. */
  websites: z.array(z.string()),
})
export type ApiKey = z.infer<typeof apiKey>

export const listApiKeys = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/api-keys',
  summary: 'The [API keys](#api-keys) that name the project in its apps’ calls, the newest first.',
  who: 'viewer',
  answer: z.object({ apiKeys: z.array(apiKey) }),
} as const satisfies Endpoint

export const createApiKey = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/api-keys',
  summary: 'A key that belongs to no app; the app that is to have it is configured by hand.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'api-keys.create',
  body: z.strictObject({ name, websites: z._default(websites, []) }),
  status: 201,
  answer: apiKey,
} as const satisfies Endpoint

export const updateApiKey = {
  method: 'PATCH',
  path: '/hearth/v1/projects/:project/api-keys/:key',
  summary: 'Its name, and the websites it is kept to.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'api-keys.update',
  body: z.strictObject({ name: z.optional(name), websites: z.optional(websites) }),
  answer: apiKey,
} as const satisfies Endpoint

export const rotateApiKey = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/api-keys/:key/rotate',
  summary: 'A new key in the place of this one, which stays valid until it is revoked.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'api-keys.rotate',
  status: 201,
  answer: apiKey,
} as const satisfies Endpoint

export const revokeApiKey = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/api-keys/:key',
  summary: 'Whoever has the key is turned away from now on.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'keys',
  audit: 'api-keys.delete',
  answer: done,
  errors: { API_KEY_OF_AN_APP: 'failed-precondition' },
} as const satisfies Endpoint
