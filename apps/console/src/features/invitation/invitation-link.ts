import { codeFromLink } from '../../session/code-from-link.ts'

/** What a link to an invitation names. */
export interface InvitationLink {
  readonly project: string
  readonly id: string
  readonly code: string
}

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
    sessionStorage.setItem(key, JSON.stringify(link))
    history.replaceState(history.state, '', location.pathname)
    return link
  }
  const kept = sessionStorage.getItem(key)
  return kept === null ? undefined : (JSON.parse(kept) as InvitationLink)
}

/** The invitation was accepted, or is over. */
export function forgetInvitationLink(): void {
  sessionStorage.removeItem(key)
}
