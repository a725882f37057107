import type { WriteInvitation } from '../identity/messages/action-mails.ts'
import type { Invitations } from './invitations.ts'

/** Writes the mail with the link of an invitation. Its code is made now, and is in no data folder while the mail waits. */
export function createInvitationMail(invitations: Pick<Invitations, 'getOpen' | 'makeCode'>): WriteInvitation {
  return async ({ project, invitation, origin, locale }) => {
    const { email, projectName } = await invitations.getOpen(project, invitation)
    const code = await invitations.makeCode(project, invitation)
    const query = new URLSearchParams({ project, id: invitation }).toString()
    // Behind the `#`, which no server log sees.
    const link = `${origin}/invitation?${query}#code=${code}`
    return { kind: 'INVITATION', to: email, email, code, link, appName: projectName, locale }
  }
}
