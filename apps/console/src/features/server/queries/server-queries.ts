import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../session/session-context.tsx'
import * as api from '@hearth/api'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'

export type ServerSetting = api.ServerSetting
/** Times are RFC 3339, sizes are bytes. */
export type ServerState = api.ServerState

/** How the server is set up and what there is on it, without secrets. For its owner. */
async function getServer(idToken: string): Promise<ServerState> {
  return await callApi(api.getServer, {}, asAccount(idToken))
}

/** How the server is set up. */
export function useServer() {
  const session = useSession()
  return useQuery({ queryKey: ['server'], queryFn: async () => await getServer(await session.idToken()) })
}
