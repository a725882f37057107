import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, name } from './fields.ts'

const platform = z.enum(['web', 'ios', 'android'], 'The platform must be web, ios or android.')
export type AppPlatform = z.infer<typeof platform>

/** A bundle id of iOS or a package name of Android: `com.example.shop`. */
const bundleId = z
  .string()
  .check(
    z.trim(),
    z.maxLength(200, 'It has at most 200 characters.'),
    z.regex(/^[A-Za-z][\w-]*(\.[A-Za-z0-9][\w-]*)+$/, 'It looks like com.example.shop.'),
  )

/** What an app's `initializeApp` is given; all of it is public. */
export const appConfiguration = z.object({
  apiKey: z.string(),
  appId: z.string(),
  projectId: z.string(),
  storageBucket: z.string(),
  measurementId: z.optional(z.string()),
  authDomain: z.optional(z.string()),
})
export type AppConfiguration = z.infer<typeof appConfiguration>

const app = z.object({ name: z.string(), platform, bundleId: z.nullable(z.string()), config: appConfiguration })
/** An app of a project, with what it is configured with. `bundleId`: what the stores of its platform know it by. */
export type ProjectApp = z.infer<typeof app>

export const listApps = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/apps',
  summary: 'The apps of the project with what each is configured with. API keys are public by nature.',
  who: 'viewer',
  answer: z.object({ apps: z.array(app) }),
} as const satisfies Endpoint

export const createApp = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/apps',
  summary: 'Makes an app with a key of its own.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'project',
  audit: 'apps.create',
  body: z.strictObject({ name, platform: z._default(platform, 'web'), bundleId: z.optional(bundleId) }),
  status: 201,
  answer: app,
} as const satisfies Endpoint

export const updateApp = {
  method: 'PATCH',
  path: '/hearth/v1/projects/:project/apps/:app',
  summary: 'Changes what an app is called.',
  who: 'owner',
  scope: 'project',
  audit: 'apps.update',
  body: z.strictObject({ name: z.optional(name), bundleId: z.optional(bundleId) }),
  answer: app,
} as const satisfies Endpoint

export const removeApp = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/apps/:app',
  summary: 'With its keys: what is installed of the app is turned away from now on.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'project',
  audit: 'apps.delete',
  answer: done,
  errors: { LAST_WEB_APP: 'failed-precondition' },
} as const satisfies Endpoint
