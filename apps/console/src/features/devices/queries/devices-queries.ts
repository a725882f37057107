import { useQuery } from '@tanstack/react-query'
import { useProject } from '../../../session/project-context.tsx'
import { usePages, type ListPage } from '../../../ui/use-pages.ts'
import { type DeviceQuery, parametersOf } from '../device-query.ts'
import { getInstallation, type Installation } from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import * as api from '@hearth/api'

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

/** As many as the server takes in one call. */
const revokedAtOnce = 100

/** Ends installations. Answers how many there were. */
export async function revokeInstallations(project: ProjectSession, fids: readonly string[]): Promise<number> {
  let revoked = 0
  for (let at = 0; at < fids.length; at += revokedAtOnce) {
    revoked += await revoke(project, { fids: fids.slice(at, at + revokedAtOnce) })
  }
  return revoked
}

/** Ends all installations where a user is signed in. Answers how many there were. */
export async function revokeInstallationsOf(
  project: ProjectSession,
  { uid, tenant }: Pick<api.InstallationUser, 'uid' | 'tenant'>,
): Promise<number> {
  return await revoke(project, { uid, ...(tenant !== null && { tenant }) })
}

async function revoke(
  project: ProjectSession,
  body: api.InputOf<typeof api.revokeInstallations>['body'],
): Promise<number> {
  return (await callApi(api.revokeInstallations, { project: project.id, body }, project)).revoked
}

export type InstallationSummary = api.InstallationSummary

/** @param days the last so many, today included */
async function getSummary(project: ProjectSession, days: number): Promise<InstallationSummary> {
  return await callApi(api.summarizeInstallations, { project: project.id, query: { days } }, project)
}
