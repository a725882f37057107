import { useQuery } from '@tanstack/react-query'
import type { InvitationLink } from '../invitation-link.ts'
import { describeInvitation } from './invitation.ts'

/** What the link of an invitation is for. */
export function useInvitation(link: InvitationLink) {
  return useQuery({ queryKey: ['invitation', link], queryFn: async () => await describeInvitation(link), gcTime: 0 })
}
