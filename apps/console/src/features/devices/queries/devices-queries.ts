import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../../session/project-context.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { DeviceQuery } from '../device-query.ts'
import { findInstallation } from './find-installation.ts'
import { getSummary } from './get-summary.ts'
import { listInstallations } from './list-installations.ts'

/** The copies of the project's apps that fit, the one seen last first. */
export function useInstallations(query: DeviceQuery) {
  const project = useProject()
  return usePages([project.id, 'devices', 'found', query], (pageToken) => listInstallations(project, query, pageToken))
}

/** One of them; null when it is gone. */
export function useInstallation(fid: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'devices', 'device', fid],
    queryFn: async () => await findInstallation(project, fid),
  })
}

/** How many each app has, and how many came and went by day. */
export function useInstallationSummary(days: number) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'devices', 'summary', days],
    queryFn: async () => await getSummary(project, days),
  })
}
