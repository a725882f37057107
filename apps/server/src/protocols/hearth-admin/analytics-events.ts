import { listEvents } from '@hearth/api'
import type { ListedEvent } from '../../analytics/list-events.ts'
import { encodeCsv } from '../../analytics/reports/csv.ts'
import type { DayRange } from '../../analytics/reports/report-request.ts'
import { decodeDayRange } from '../report-messages/decode-days.ts'
import { Csv, wantsCsv } from './csv.ts'
import type { HearthAdminDeps } from './deps.ts'
import { timeJson } from './json-time.ts'
import { route } from './route.ts'

export const analyticsEvents = [
  route(listEvents, async ({ deps, exchange, params: { project }, query }) => {
    const { pageSize, pageToken, after, eventName, clientId, appId, ...dates } = query
    const days = await daysIn(dates, deps, project)
    const wanted = { pageSize, pageToken, after, eventName, clientId, appId, days }
    const page = await deps.analytics.list(project, wanted)
    if (wantsCsv(exchange)) return new Csv(`${project}-events`, encodeEventsCsv(page.events))
    return {
      events: page.events.map(({ time, receivedAt, ...event }) => ({
        ...event,
        time: timeJson(time),
        receivedAt: timeJson(receivedAt),
      })),
      nextPageToken: page.nextPageToken,
      newest: page.newest,
    }
  }),
]

/** Undefined where the address names no days; a range of one end has today as the other. */
async function daysIn(
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  deps: HearthAdminDeps,
  project: string,
): Promise<DayRange | undefined> {
  if (startDate === undefined && endDate === undefined) return undefined
  const dates = { startDate: startDate ?? 'today', endDate: endDate ?? 'today' }
  return decodeDayRange(dates, 'events', await deps.analytics.today(project))
}

const columns = ['time', 'name', 'clientId', 'userId', 'sessionId', 'appId', 'platform', 'countryId', 'screen'] as const

function encodeEventsCsv(events: readonly ListedEvent[]): string {
  const lines = events.map((event) => [
    ...columns.map((column) => (column === 'time' ? timeJson(event.time) : (event[column] ?? null))),
    JSON.stringify(event.params),
    JSON.stringify(event.userProperties),
  ])
  return encodeCsv([[...columns, 'params', 'userProperties'], ...lines])
}
