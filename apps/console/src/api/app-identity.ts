import * as z from 'zod/mini'

/** An `AppIdentity` within an answer. */
export const appIdentity = z.object({
  apiKey: z.string(),
  appId: z.string(),
  projectId: z.string(),
  storageBucket: z.string(),
  measurementId: z.optional(z.string()),
})
