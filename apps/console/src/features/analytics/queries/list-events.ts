import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import { analyticsPath } from './analytics-path.ts'

const parameters = z.record(z.string(), z.union([z.string(), z.number()]))
const event = z.object({
  id: z.string(),
  name: z.string(),
  params: parameters,
  clientId: z.string(),
  userId: z.optional(z.string()),
  time: z.string(),
  receivedAt: z.string(),
  appId: z.string(),
  screen: z.optional(z.string()),
})
const answer = z.object({ events: z.array(event), nextPageToken: z.optional(z.string()) })

export type ListedEvent = z.infer<typeof event>

export interface EventFilter {
  readonly eventName?: string | undefined
  readonly clientId?: string | undefined
}

/** What the events endpoint is asked with. */
export function eventsPath(project: ProjectSession, { eventName, clientId }: EventFilter, pageToken?: string): string {
  const query = new URLSearchParams({
    pageSize: '100',
    ...(eventName !== undefined && { eventName }),
    ...(clientId !== undefined && { clientId }),
    ...(pageToken !== undefined && { pageToken }),
  })
  return analyticsPath(project, `events?${query}`)
}

/** A page of what a project's apps reported, the newest first. */
export async function listEvents(
  project: ProjectSession,
  filter: EventFilter,
  pageToken: string | undefined,
): Promise<ListPage<ListedEvent>> {
  const page = await project.call({ path: eventsPath(project, filter, pageToken), answer })
  return { rows: page.events, nextPageToken: page.nextPageToken }
}
