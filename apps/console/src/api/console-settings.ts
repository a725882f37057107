import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

/** What an app needs to know to speak to its project. */
export const appIdentity = z.object({
  apiKey: z.string(),
  appId: z.string(),
  projectId: z.string(),
  storageBucket: z.string(),
  measurementId: z.optional(z.string()),
})

export const consoleSettings = z.object({
  mode: z.enum(['start', 'dev']),
  version: z.string(),
  setupRequired: z.boolean(),
  signUpAllowed: z.boolean(),
  /** Whether accounts that don't own the server create projects too. */
  projectCreationAllowed: z.optional(z.boolean()),
  /** Whether mails reach somebody. */
  mailEnabled: z.boolean(),
  /** How one signs in to the console. */
  signIn: z.object({
    password: z.boolean(),
    emailLink: z.boolean(),
    providers: z.array(z.object({ providerId: z.string(), displayName: z.string() })),
  }),
  app: appIdentity,
})

export type AppIdentity = z.infer<typeof appIdentity>
export type ConsoleSettings = z.infer<typeof consoleSettings>
export type SignInProvider = ConsoleSettings['signIn']['providers'][number]

/** What the server tells everybody: how it runs and which app the console is. */
export async function getConsoleSettings(): Promise<ConsoleSettings> {
  return await callHearth({ path: '/hearth/v1/console', answer: consoleSettings })
}
