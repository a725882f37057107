import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../../session/project-context.tsx'
import { usePages, type ListPage } from '../../../ui/use-pages.ts'
import type { DeviceQuery } from '../device-query.ts'
import { getSummary } from './get-summary.ts'
import { getInstallation, type Installation } from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import * as api from '@hearth/api'
import { parametersOf } from '../device-parameters.ts'

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

/** One installation; `null` when there is none with this id. */
async function findInstallation(project: ProjectSession, fid: string): Promise<Installation | null> {
  try {
    return await callApi(getInstallation, { project: project.id, fid }, project)
  } catch (thrown) {
    if (failureOf(thrown).code === 'not-found') return null
    throw thrown
  }
}

/** A page of the copies of a project's apps that fit, the one seen last first. It may be empty and not the last. */
async function listInstallations(
  project: ProjectSession,
  query: DeviceQuery,
  pageToken: string | undefined,
): Promise<ListPage<api.Installation>> {
  const asked = { pageSize: 100, ...parametersOf(query, Date.now()), pageToken }
  const page = await callApi(api.listInstallations, { project: project.id, query: asked }, project)
  return { rows: page.installations, nextPageToken: page.nextPageToken }
}
