import * as api from '@hearth/api'
import { asAccount, callApi } from './call-api.ts'

/**
 * Ends a session of one's own to the console, with its operator sessions; or with `goesOn` the session of the ID token takes its place there.
 * Throws `not-found` for one that is over already.
 */
export async function endOwnSession(idToken: string, id: string, { goesOn = false } = {}): Promise<void> {
  const query = { goesOnInThis: goesOn ? 'true' : undefined }
  await callApi(api.endOwnSession, { session: id, query }, asAccount(idToken))
}
