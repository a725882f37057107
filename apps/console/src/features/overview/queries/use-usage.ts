import { useCallback, useEffect } from 'react'
import { getProjectUsage, type ProjectUsage } from '../../../api/projects.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useAsked, type Asking } from '../../../ui/use-asked.ts'

const everyMs = 15_000

/** How much there is in the project; asked again from time to time while the page is seen. */
export function useUsage(): Asking<ProjectUsage> {
  const project = useProject()
  const ask = useCallback(async () => await getProjectUsage(project.id, await project.idToken()), [project])
  const asking = useAsked(ask)
  const { askAgain } = asking
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') askAgain()
    }, everyMs)
    return () => clearInterval(timer)
  }, [askAgain])
  return asking
}
