import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'

export type ListedEvent = api.ListedEvent

export interface EventFilter {
  readonly eventName?: string | undefined
  readonly clientId?: string | undefined
  /** Of those that arrived on these days alone. */
  readonly range: DateRange
  /** An app id; absent for all apps. */
  readonly app?: string | undefined
}

/** What the events endpoint is asked with. */
export function eventsAsked(
  project: ProjectSession,
  { eventName, clientId, range, app }: EventFilter,
  pageToken?: string,
): api.InputOf<typeof api.listEvents> {
  const { start: startDate, end: endDate } = range
  return {
    project: project.id,
    query: { pageSize: 100, startDate, endDate, appId: app, eventName, clientId, pageToken },
  }
}

/** A page of what a project's apps reported, the newest first. */
export async function listEvents(
  project: ProjectSession,
  filter: EventFilter,
  pageToken: string | undefined,
): Promise<ListPage<ListedEvent>> {
  const page = await callApi(api.listEvents, eventsAsked(project, filter, pageToken), project)
  return { rows: page.events, nextPageToken: page.nextPageToken }
}
