import type { ListedEvent } from '../../analytics/list-events.ts'
import { encodeCsv } from '../../analytics/reports/csv.ts'
import type { DayRange } from '../../analytics/reports/report-request.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import { decodeDayRange } from '../report-messages/decode-days.ts'
import { requireRole } from './admin-callers.ts'
import { replyCsv, wantsCsv } from './csv-answer.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage } from './read-request.ts'

/** Analytics events as they are kept, the newest first. */
export function listEvents(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/analytics/events',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { query } = exchange
      const page = await deps.analytics.list(project, {
        ...readPage(exchange),
        after: query.get('after') ?? undefined,
        eventName: query.get('eventName') ?? undefined,
        clientId: query.get('clientId') ?? undefined,
        appId: query.get('appId') ?? undefined,
        days: await daysIn(exchange, deps, project),
      })
      if (wantsCsv(exchange)) {
        replyCsv(exchange, `${project}-events`, encodeEventsCsv(page.events))
        return
      }
      exchange.replyJson(200, {
        events: page.events.map(({ time, receivedAt, ...event }) => ({
          ...event,
          time: new Date(time).toISOString(),
          receivedAt: new Date(receivedAt).toISOString(),
        })),
        ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
        newest: page.newest,
      })
    },
  }
}

/** Undefined where the address names no days; a range of one end has today as the other. */
async function daysIn({ query }: Exchange, deps: HearthAdminDeps, project: string): Promise<DayRange | undefined> {
  const [startDate, endDate] = [query.get('startDate'), query.get('endDate')]
  if (startDate === null && endDate === null) return undefined
  const dates = { startDate: startDate ?? 'today', endDate: endDate ?? 'today' }
  return decodeDayRange(dates, 'events', await deps.analytics.today(project))
}

const columns = ['time', 'name', 'clientId', 'userId', 'sessionId', 'appId', 'platform', 'countryId', 'screen'] as const

function encodeEventsCsv(events: readonly ListedEvent[]): string {
  const lines = events.map((event) => [
    ...columns.map((column) => (column === 'time' ? new Date(event.time).toISOString() : (event[column] ?? null))),
    JSON.stringify(event.params),
    JSON.stringify(event.userProperties),
  ])
  return encodeCsv([[...columns, 'params', 'userProperties'], ...lines])
}
