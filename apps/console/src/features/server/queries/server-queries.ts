import { useQuery } from '@tanstack/react-query'
import { getServer } from './server.ts'
import { useSession } from '../../../session/session-context.tsx'

/** How the server is set up. */
export function useServer() {
  const session = useSession()
  return useQuery({ queryKey: ['server'], queryFn: async () => await getServer(await session.idToken()) })
}
