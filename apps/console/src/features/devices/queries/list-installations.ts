import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import { parametersOf } from '../device-parameters.ts'
import type { DeviceQuery } from '../device-query.ts'

/** A page of the copies of a project's apps that fit, the one seen last first. It may be empty and not the last. */
export async function listInstallations(
  project: ProjectSession,
  query: DeviceQuery,
  pageToken: string | undefined,
): Promise<ListPage<api.Installation>> {
  const asked = { pageSize: 100, ...parametersOf(query, Date.now()), pageToken }
  const page = await callApi(api.listInstallations, { project: project.id, query: asked }, project)
  return { rows: page.installations, nextPageToken: page.nextPageToken }
}
