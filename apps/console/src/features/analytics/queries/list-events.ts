import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'

const event = z.object({
  id: z.string(),
  name: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  clientId: z.string(),
  userId: z.optional(z.string()),
  receivedAt: z.string(),
})
const answer = z.object({ events: z.array(event), nextPageToken: z.optional(z.string()) })

export type ListedEvent = z.infer<typeof event>

/** A page of what a project's apps reported, the newest first. */
export async function listEvents(
  project: ProjectSession,
  pageToken: string | undefined,
): Promise<ListPage<ListedEvent>> {
  const query = new URLSearchParams({ pageSize: '100', ...(pageToken !== undefined && { pageToken }) })
  const page = await project.call({
    path: `/hearth/v1/projects/${encodeURIComponent(project.id)}/events?${query}`,
    answer,
  })
  return { rows: page.events, nextPageToken: page.nextPageToken }
}
