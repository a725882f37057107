import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

/**
 * Ends a session of one's own to the console, with its operator sessions; or with `goesOn` the session of the ID token takes its place there.
 * Throws `not-found` for one that is over already.
 */
export async function endOwnSession(idToken: string, id: string, { goesOn = false } = {}): Promise<void> {
  const path = `/hearth/v1/account/sessions/${encodeURIComponent(id)}${goesOn ? '?goesOnInThis=true' : ''}`
  await callHearth({ method: 'DELETE', path, idToken, answer: z.unknown() })
}
