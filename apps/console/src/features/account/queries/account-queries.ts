import { useQuery } from '@tanstack/react-query'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { listOwnSessions } from './sessions.ts'

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
