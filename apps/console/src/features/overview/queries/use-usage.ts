import { getUsage } from '@hearth/api'
import { useCallback } from 'react'
import { callApi } from '../../../api/call-api.ts'
import type { ProjectUsage } from '../../../api/projects.ts'
import { useProject } from '../../../session/project-context.tsx'
import type { Asking } from '../../../ui/use-asked.ts'
import { useRepeated } from '../../../ui/use-repeated.ts'

const everyMs = 15_000

/** How much there is in the project. */
export function useUsage(): Asking<ProjectUsage> {
  const project = useProject()
  const ask = useCallback(async () => await callApi(getUsage, { project: project.id }, project), [project])
  return useRepeated(ask, everyMs)
}
