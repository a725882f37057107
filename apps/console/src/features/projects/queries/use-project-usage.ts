import { getUsage } from '@hearth/api'
import { useCallback } from 'react'
import { asAccount, callApi } from '../../../api/call-api.ts'
import type { ProjectUsage } from '../../../api/projects.ts'
import { useSession } from '../../../session/session-context.tsx'
import { useAsked, type Asked } from '../../../ui/use-asked.ts'

/** How much there is in a project, for its card. */
export function useProjectUsage(project: string): Asked<ProjectUsage> {
  const session = useSession()
  const ask = useCallback(
    async () => await callApi(getUsage, { project }, asAccount(await session.idToken())),
    [project, session],
  )
  return useAsked(ask).asked
}
