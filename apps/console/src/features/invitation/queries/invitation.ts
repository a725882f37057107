import * as z from 'zod/mini'
import { callHearth } from '../../../api/call-hearth.ts'
import type { InvitationLink } from '../invitation-link.ts'

const described = z.object({
  projectName: z.string(),
  email: z.string(),
  role: z.enum(['viewer', 'editor', 'owner']),
  /** RFC 3339. */
  expiresAt: z.string(),
  /** Whether somebody with this address has an account of the console. */
  hasAccount: z.boolean(),
})

export type DescribedInvitation = z.infer<typeof described>

/** Throws `permission-denied`/`INVITATION_INVALID` and `failed-precondition`/`INVITATION_OVER`. */
export async function describeInvitation(link: InvitationLink): Promise<DescribedInvitation> {
  return await callHearth({
    method: 'POST',
    path: `${pathOf(link)}/describe`,
    body: { code: link.code },
    answer: described,
  })
}

/** Makes an account with the invitation's address, which is a member from then on. */
export async function joinByInvitation(
  link: InvitationLink,
  account: { readonly displayName: string; readonly password: string },
): Promise<void> {
  await callHearth({
    method: 'POST',
    path: `${pathOf(link)}/join`,
    body: { code: link.code, ...account },
    answer: z.unknown(),
  })
}

function pathOf({ project, id }: InvitationLink): string {
  return `/hearth/v1/projects/${encodeURIComponent(project)}/invitations/${encodeURIComponent(id)}`
}
