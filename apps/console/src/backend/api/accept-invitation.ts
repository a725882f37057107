import * as api from '@hearth/api'
import { asAccount, callApi } from './call-api.ts'

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
