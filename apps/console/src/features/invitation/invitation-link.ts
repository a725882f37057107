import * as z from 'zod/mini'
import { keep, keepJson, readKeptJson } from '../../browser/kept-storage.ts'
import { codeFromLink } from '../../session/code-from-link.ts'
import { useQuery } from '@tanstack/react-query'
import * as api from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'

const invitationLink = z.object({ project: z.string(), id: z.string(), code: z.string() })

/** What a link to an invitation names. */
export type InvitationLink = z.infer<typeof invitationLink>

const key = 'hearth.invitation'

/**
 * The invitation of the address `/invitation?project=…&id=…#code=…`, or the one that this tab opened before, such as on the way back from
 * sign-in. The code is a secret: it goes out of the address bar and the history.
 */
export function takeInvitationLink(): InvitationLink | undefined {
  const search = new URLSearchParams(location.search)
  const [project, id, code] = [search.get('project') ?? '', search.get('id') ?? '', codeFromLink(location)]
  if (project !== '' && id !== '' && code !== '') {
    const link = { project: project.slice(0, 30), id: id.slice(0, 128), code }
    keepJson(key, link, 'session')
    history.replaceState(history.state, '', location.pathname)
    return link
  }
  return readKeptJson(key, (json) => invitationLink.safeParse(json).data, 'session')
}

/** The invitation was accepted, or is over. */
export function forgetInvitationLink(): void {
  keep(key, undefined, 'session')
}

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
