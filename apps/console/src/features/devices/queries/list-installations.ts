import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import { parametersOf } from '../device-parameters.ts'
import type { DeviceQuery } from '../device-query.ts'
import { installationPage, installationsPath, type Installation } from './installation.ts'

/** A page of the copies of a project's apps that fit, the one seen last first. It may be empty and not the last. */
export async function listInstallations(
  project: ProjectSession,
  query: DeviceQuery,
  pageToken: string | undefined,
): Promise<ListPage<Installation>> {
  const parameters = new URLSearchParams({
    pageSize: '100',
    ...parametersOf(query, Date.now()),
    ...(pageToken !== undefined && { pageToken }),
  })
  const page = await project.call({ path: `${installationsPath(project)}?${parameters}`, answer: installationPage })
  return { rows: page.installations, nextPageToken: page.nextPageToken }
}
