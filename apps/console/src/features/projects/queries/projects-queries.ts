import { getUsage } from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'
import { listDeletedProjects } from './deleted-projects.ts'
import { useSession } from '../../../session/session-context.tsx'

/**
 * The projects that an owner can still take back.
 *
 * @param listed the projects that there are: others may have gone or come back
 */
export function useDeletedProjects(listed: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['projects', 'deleted', listed],
    queryFn: async () => await listDeletedProjects(await session.idToken()),
  })
}

/** How much there is in a project, for its card. */
export function useProjectUsage(project: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['projects', 'usage', project],
    queryFn: async () => await callApi(getUsage, { project }, asAccount(await session.idToken())),
  })
}
