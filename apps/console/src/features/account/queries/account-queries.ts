import { useQuery } from '@tanstack/react-query'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import * as api from '@hearth/api'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'
import { endOwnSession } from '../../../backend/api/end-own-session.ts'
import { failureOf } from '../../../backend/errors/failure.ts'

/** Where one is signed in. */
export function useOwnSessions() {
  const session = useSession()
  return useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: async () => await listOwnSessions(await session.idToken()),
  })
}

/** Which installation of the console this browser is. */
export function useInstallationId() {
  const { app } = useConsoleApp()
  return useQuery({
    queryKey: ['account', 'installation'],
    queryFn: async () => {
      const { getInstallationId } = await import('../../../backend/sdk/console-installation.ts')
      return await getInstallationId(app)
    },
  })
}

/** Where one is signed in, this session first. */
export async function listOwnSessions(idToken: string): Promise<readonly api.OwnSession[]> {
  const { sessions } = await callApi(api.listOwnSessions, {}, asAccount(idToken))
  return sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** Ends one of them; one that is over already is what was wanted. */
export async function endSession(idToken: string, id: string): Promise<void> {
  try {
    await endOwnSession(idToken, id)
  } catch (thrown) {
    if (failureOf(thrown).code !== 'not-found') throw thrown
  }
}
