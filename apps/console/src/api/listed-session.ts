import * as z from 'zod/mini'

/** A session as the server lists it. */
export const listedSession = z.object({
  id: z.string(),
  signInProvider: z.string(),
  secondFactor: z.nullable(z.string()),
  /** RFC 3339, as the others. */
  signedInAt: z.string(),
  /** To the day. */
  lastUsedAt: z.string(),
  /** A `User-Agent`. */
  device: z.nullable(z.string()),
})

export type ListedSession = z.infer<typeof listedSession>
