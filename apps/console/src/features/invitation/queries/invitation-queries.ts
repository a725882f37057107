import { useQuery } from '@tanstack/react-query'
import type { InvitationLink } from '../invitation-link.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'

export type DescribedInvitation = api.DescribedInvitation

/** Throws `permission-denied`/`INVITATION_INVALID` and `failed-precondition`/`INVITATION_OVER`. */
async function describeInvitation({ project, id, code }: InvitationLink): Promise<DescribedInvitation> {
  return await callApi(api.describeInvitation, { project, invitation: id, body: { code } })
}

/** Makes an account with the invitation's address, which is a member from then on. */
export async function joinByInvitation(
  { project, id, code }: InvitationLink,
  account: { readonly displayName: string; readonly password: string },
): Promise<void> {
  await callApi(api.joinByInvitation, { project, invitation: id, body: { code, ...account } })
}

/** What the link of an invitation is for. */
export function useInvitation(link: InvitationLink) {
  return useQuery({ queryKey: ['invitation', link], queryFn: async () => await describeInvitation(link), gcTime: 0 })
}
