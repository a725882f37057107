import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

/**
 * Makes the signed-in account a member. Its address is the invitation's, and verified or with the code of the invitation's link. Throws
 * `permission-denied`/`INVITATION_INVALID` and `failed-precondition`/`INVITATION_OVER`.
 */
export async function acceptInvitation(
  { project, id, code }: { readonly project: string; readonly id: string; readonly code?: string },
  idToken: string,
): Promise<void> {
  await callHearth({
    method: 'POST',
    path: `/hearth/v1/projects/${encodeURIComponent(project)}/invitations/${encodeURIComponent(id)}/accept`,
    idToken,
    body: code === undefined ? {} : { code },
    answer: z.unknown(),
  })
}
