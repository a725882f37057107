import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import type { DateRange } from '../date-range.ts'
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
  /** Of those that arrived on these days alone. */
  readonly range: DateRange
  /** An app id; absent for all apps. */
  readonly app?: string | undefined
}

/** What the events endpoint is asked with. */
export function eventsPath(
  project: ProjectSession,
  { eventName, clientId, range, app }: EventFilter,
  pageToken?: string,
): string {
  const query = new URLSearchParams({
    pageSize: '100',
    startDate: range.start,
    endDate: range.end,
    ...(app !== undefined && { appId: app }),
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
