import * as z from 'zod/mini'
import { keep, keepJson, readKeptJson } from '../../browser/kept-storage.ts'
import { codeFromLink } from '../../session/code-from-link.ts'

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
