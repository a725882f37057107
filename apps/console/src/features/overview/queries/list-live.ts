import * as z from 'zod/mini'
import { callHearth } from '../../../api/call-hearth.ts'

const signIn = z.object({
  id: z.string(),
  at: z.string(),
  uid: z.string(),
  tenant: z.optional(z.string()),
  provider: z.string(),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
})
const event = z.object({ id: z.string(), name: z.string(), receivedAt: z.string() })

/** Somebody signed in to an app. Times are RFC 3339. */
export type SignIn = z.infer<typeof signIn>
/** An app reported something. */
export type AppEvent = z.infer<typeof event>

const eventsShown = 8

/**
 * The last sign-ins and events of a project. With the token of a console account: to be asked again and again keeps no operator session
 * alive.
 */
export async function listLive(
  project: string,
  idToken: string,
): Promise<{ readonly signIns: readonly SignIn[]; readonly events: readonly AppEvent[] }> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project)}`
  const [{ signIns }, { events }] = await Promise.all([
    callHearth({ path: `${path}/sign-ins`, idToken, answer: z.object({ signIns: z.array(signIn) }) }),
    callHearth({
      path: `${path}/analytics/events?pageSize=${eventsShown}`,
      idToken,
      answer: z.object({ events: z.array(event) }),
    }),
  ])
  return { signIns, events }
}
