import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

/** Ends a session of one's own to the console. Throws `not-found` for one that is over already. */
export async function endOwnSession(idToken: string, id: string): Promise<void> {
  const path = `/hearth/v1/account/sessions/${encodeURIComponent(id)}`
  await callHearth({ method: 'DELETE', path, idToken, answer: z.unknown() })
}
