import * as z from 'zod/mini'
import { callHearth } from '../../../api/call-hearth.ts'

const signIn = z.object({
  id: z.string(),
  at: z.string(),
  uid: z.string(),
  tenant: z.optional(z.string()),
  provider: z.string(),
  isFirst: z.boolean(),
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
})
const call = z.object({ at: z.string(), operation: z.string(), refused: z.optional(z.string()) })
const event = z.object({ id: z.string(), name: z.string(), receivedAt: z.string() })

/** Somebody signed in to an app. Times are RFC 3339. */
export type SignIn = z.infer<typeof signIn>
/** An app called something about accounts; `refused` is the server's reason, where it said no. */
export type AppCall = z.infer<typeof call>
/** An app reported something. */
export type AppEvent = z.infer<typeof event>

const eventsShown = 8

export interface LiveNews {
  readonly signIns: readonly SignIn[]
  readonly events: readonly AppEvent[]
  /** The last one since the start of the server. */
  readonly lastCall: AppCall | undefined
}

/**
 * The last sign-ins, calls and events of a project. With the token of a console account: to be asked again and again keeps no operator session
 * alive.
 */
export async function listLive(project: string, idToken: string): Promise<LiveNews> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project)}`
  const [{ signIns, lastCall }, { events }] = await Promise.all([
    callHearth({
      path: `${path}/sign-ins`,
      idToken,
      answer: z.object({ signIns: z.array(signIn), lastCall: z.optional(call) }),
    }),
    callHearth({
      path: `${path}/analytics/events?pageSize=${eventsShown}`,
      idToken,
      answer: z.object({ events: z.array(event) }),
    }),
  ])
  return { signIns, events, lastCall }
}
