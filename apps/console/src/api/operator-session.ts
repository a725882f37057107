import * as z from 'zod/mini'
import { appIdentity } from './app-identity.ts'
import { callHearth } from './call-hearth.ts'
import { idleHeaders } from './idle-headers.ts'

export const operatorRole = z.enum(['viewer', 'editor', 'owner'])
export type OperatorRole = z.infer<typeof operatorRole>

const operatorSession = z.object({
  customToken: z.string(),
  role: operatorRole,
  /** Milliseconds since the epoch, or RFC 3339. */
  expiresAt: z.union([z.number(), z.string()]),
  app: appIdentity,
})

export type OperatorSession = z.infer<typeof operatorSession>

/**
 * A short session as operator of a project, for one of its members. Throws `permission-denied` for anybody else.
 *
 * @param idleMs for how long nobody has been at the page, in milliseconds: the session counts from then
 */
export async function openOperatorSession(project: string, idToken: string, idleMs: number): Promise<OperatorSession> {
  return await callHearth({
    method: 'POST',
    path: `/hearth/v1/projects/${encodeURIComponent(project)}/operator-session`,
    idToken,
    headers: idleHeaders(idleMs),
    body: {},
    answer: operatorSession,
  })
}
