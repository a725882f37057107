import {
  getAnalyticsSettings,
  getCatalog,
  getRetention,
  listEvents,
  postFunnel,
  postRealtimeReport,
  postReport,
  updateAnalyticsSettings,
} from '@hearth/api'
import { StatusError } from '@hearth/model'
import { formatDay } from '../../analytics/days.ts'
import type { ListedEvent } from '../../analytics/list-events.ts'
import type { Retention } from '../../analytics/reports/read-retention.ts'
import type { DayRange } from '../../analytics/reports/report-request.ts'
import type { Funnel } from '../../analytics/reports/run-funnel.ts'
import { decodeDayRange } from '../report-messages/decode-days.ts'
import { decodeFilter } from '../report-messages/decode-filter.ts'
import { decodeRealtimeReport, decodeReport } from '../report-messages/decode-report.ts'
import { encodeCsv, encodeReport, encodeReportCsv } from '../report-messages/encode-report.ts'
import { assertRecentOwner } from './admin-callers.ts'
import { Csv, wantsCsv } from './csv.ts'
import type { HearthAdminDeps } from './deps.ts'
import { timeJson, route } from './route.ts'

export const analytics = [
  route(getAnalyticsSettings, async ({ deps, params: { project } }) => await deps.analytics.getSettings(project)),

  route(updateAnalyticsSettings, async ({ deps, params: { project }, caller, body, note }) => {
    const change = await body()
    const { retentionMonths: months } = change
    // After a shorter time events go that nothing brings back.
    const isShorter = months !== undefined && months < (await deps.analytics.getSettings(project)).retentionMonths
    if (isShorter) assertRecentOwner(deps, caller, 'project')
    const { retentionMonths, timeZone } = await deps.analytics.updateSettings(project, change)
    await note({ target: 'settings', detail: { retentionMonths: String(retentionMonths), timeZone } })
    return { retentionMonths, timeZone }
  }),

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

  route(postReport, async ({ deps, exchange, params: { project }, query: { appId }, body }) => {
    const request = decodeReport(await body(), appId, await deps.analytics.today(project))
    const report = await deps.analytics.runReport(project, request)
    if (wantsCsv(exchange)) return new Csv(`${project}-report`, encodeReportCsv(report))
    return encodeReport(report, 'runReport')
  }),

  route(postRealtimeReport, async ({ deps, exchange, params: { project }, query: { appId }, body }) => {
    const report = await deps.analytics.runRealtimeReport(project, decodeRealtimeReport(await body(), appId))
    if (wantsCsv(exchange)) return new Csv(`${project}-realtime`, encodeReportCsv(report))
    return encodeReport(report, 'runRealtimeReport')
  }),

  route(getCatalog, async ({ deps, params: { project } }) => {
    const { events, userProperties, firstDay } = await deps.analytics.readCatalog(project)
    const { timeZone } = await deps.analytics.getSettings(project)
    return {
      events: [...events].map(([name, parameters]) => ({
        name,
        parameters: [...parameters].map(([parameter, type]) => ({ name: parameter, type })),
      })),
      userProperties: [...userProperties],
      firstDay: firstDay === undefined ? null : formatDay(firstDay),
      timeZone,
      leftOutBots: deps.analytics.leftOutBots.countOf(project),
    }
  }),

  route(getRetention, async ({ deps, exchange, params: { project }, query }) => {
    const { unit, startDate = unit === 'day' ? '13daysAgo' : '77daysAgo', endDate = 'today', appId: app } = query
    const range = decodeDayRange({ startDate, endDate }, 'retention', await deps.analytics.today(project))
    const retention = await deps.analytics.readRetention(project, { unit, ...range, app })
    if (wantsCsv(exchange)) return new Csv(`${project}-retention`, encodeRetentionCsv(retention))
    return retention
  }),

  route(postFunnel, async ({ deps, exchange, params: { project }, body }) => {
    const { steps, windowSeconds, appId, ...dates } = await body()
    const { first, last } = decodeDayRange(dates, 'funnel', await deps.analytics.today(project))
    const conditions = steps.map(({ eventName, name, filter }, index) => ({
      eventName,
      name: name ?? eventName,
      filter: decodeFilter(filter, `steps.${index}.filter`, { isNumber: false, noteField: requireParameter }),
    }))
    const request = { steps: conditions, first, last, windowSeconds, app: appId }
    const funnel = await deps.analytics.runFunnel(project, request)
    if (wantsCsv(exchange)) return new Csv(`${project}-funnel`, encodeFunnelCsv(funnel))
    return funnel
  }),
]

/** Throws `invalid-argument`/`INVALID_REQUEST` for what can't be the name of a parameter. */
function requireParameter(name: string): void {
  if (/^[A-Za-z]\w{0,39}$/.test(name)) return
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', `${name.slice(0, 80)} is no name of a parameter.`)
}

/** Units that are not there yet are empty cells. */
function encodeRetentionCsv({ unit, cohorts }: Retention): string {
  const length = Math.max(0, ...cohorts.map(({ active }) => active.length))
  const header = [unit, 'users', ...Array.from({ length }, (_none, offset) => `${unit} ${offset}`)]
  const lines = cohorts.map(({ start, users, active }) => [
    start,
    users,
    ...Array.from({ length }, (_none, offset) => active[offset] ?? null),
  ])
  return encodeCsv([header, ...lines])
}

function encodeFunnelCsv({ steps }: Funnel): string {
  const header = ['step', 'event', 'users', 'ofFirst', 'ofPrevious', 'lost', 'medianSecondsFromPrevious']
  const lines = steps.map((step) => [
    step.name,
    step.eventName,
    step.users,
    step.ofFirst,
    step.ofPrevious,
    step.lost,
    step.medianSecondsFromPrevious,
  ])
  return encodeCsv([header, ...lines])
}

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

const eventColumns = [
  'time',
  'name',
  'clientId',
  'userId',
  'sessionId',
  'appId',
  'platform',
  'countryId',
  'screen',
] as const

function encodeEventsCsv(events: readonly ListedEvent[]): string {
  const lines = events.map((event) => [
    ...eventColumns.map((column) => (column === 'time' ? timeJson(event.time) : (event[column] ?? null))),
    JSON.stringify(event.params),
    JSON.stringify(event.userProperties),
  ])
  return encodeCsv([[...eventColumns, 'params', 'userProperties'], ...lines])
}
