import * as z from 'zod/mini'

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
