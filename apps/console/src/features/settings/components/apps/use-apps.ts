import { useCallback } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { useAsked, type Asking } from '../../../../ui/use-asked.ts'
import { listApps, type ProjectApp } from '../../queries/apps.ts'

/** The apps of the project, for the cards that tell of them. */
export function useApps(): Asking<readonly ProjectApp[]> {
  const project = useProject()
  return useAsked(useCallback(() => listApps(project), [project]))
}
