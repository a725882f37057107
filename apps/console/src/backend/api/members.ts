import * as api from '@hearth/api'
import type { ProjectSession } from '../sdk/project-session.ts'
import { callApi, asAccount } from './call-api.ts'

export type Member = api.Member

/** Who belongs to the project, by name; its document has uids alone. */
export async function listMembers(project: ProjectSession): Promise<readonly Member[]> {
  return (await callApi(api.listMembers, { project: project.id }, project)).members
}

/** What a member is called: the name, else the address, else the uid of an account that is gone. */
export function nameOf({ displayName, email, uid }: Member): string {
  return displayName ?? email ?? uid
}

/**
 * Makes the signed-in account a member. Its address is the invitation's, and verified or with the code of the invitation's link. Throws
 * `permission-denied`/`INVITATION_INVALID` and `failed-precondition`/`INVITATION_OVER`.
 */
export async function acceptInvitation(
  { project, id, code }: { readonly project: string; readonly id: string; readonly code?: string },
  idToken: string,
): Promise<void> {
  await callApi(api.acceptInvitation, { project, invitation: id, body: { code } }, asAccount(idToken))
}
