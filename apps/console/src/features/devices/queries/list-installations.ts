import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'

const installation = z.object({
  fid: z.string(),
  appId: z.string(),
  platform: z.string(),
  sdkVersion: z.string(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
})
const answer = z.object({ installations: z.array(installation), nextPageToken: z.optional(z.string()) })

export type ListedInstallation = z.infer<typeof installation>

/** A page of the copies of a project's apps. */
export async function listInstallations(
  project: ProjectSession,
  pageToken: string | undefined,
): Promise<ListPage<ListedInstallation>> {
  const query = new URLSearchParams({ pageSize: '100', ...(pageToken !== undefined && { pageToken }) })
  const page = await project.call({
    path: `/hearth/v1/projects/${encodeURIComponent(project.id)}/installations?${query}`,
    answer,
  })
  return { rows: page.installations, nextPageToken: page.nextPageToken }
}
