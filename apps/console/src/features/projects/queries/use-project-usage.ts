import { useCallback } from 'react'
import { callHearth } from '../../../api/call-hearth.ts'
import { type ProjectUsage, usageCall } from '../../../api/projects.ts'
import { useSession } from '../../../session/session-context.tsx'
import { useAsked, type Asked } from '../../../ui/use-asked.ts'

/** How much there is in a project, for its card. */
export function useProjectUsage(project: string): Asked<ProjectUsage> {
  const session = useSession()
  const ask = useCallback(
    async () => await callHearth({ ...usageCall(project), idToken: await session.idToken() }),
    [project, session],
  )
  return useAsked(ask).asked
}
