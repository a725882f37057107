import { useCallback } from 'react'
import { type ProjectUsage, usageCall } from '../../../api/projects.ts'
import { useProject } from '../../../session/project-context.tsx'
import type { Asking } from '../../../ui/use-asked.ts'
import { useRepeated } from '../../../ui/use-repeated.ts'

const everyMs = 15_000

/** How much there is in the project. */
export function useUsage(): Asking<ProjectUsage> {
  const project = useProject()
  const ask = useCallback(async () => await project.call(usageCall(project.id)), [project])
  return useRepeated(ask, everyMs)
}
