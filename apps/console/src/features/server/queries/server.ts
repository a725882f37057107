import * as api from '@hearth/api'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'

export type ServerSetting = api.ServerSetting
/** Times are RFC 3339, sizes are bytes. */
export type ServerState = api.ServerState

/** How the server is set up and what there is on it, without secrets. For its owner. */
export async function getServer(idToken: string): Promise<ServerState> {
  return await callApi(api.getServer, {}, asAccount(idToken))
}
