import { StatusError } from '@hearth/model'
import { z } from 'zod'
import { formatDay } from '../../analytics/days.ts'
import { encodeCsv } from '../../analytics/reports/csv.ts'
import type { Retention } from '../../analytics/reports/read-retention.ts'
import type { Funnel } from '../../analytics/reports/run-funnel.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import { decodeDayRange } from '../report-messages/decode-days.ts'
import { decodeFilter } from '../report-messages/decode-filter.ts'
import { decodeRealtimeReport, decodeReport } from '../report-messages/decode-report.ts'
import { encodeReport, encodeReportCsv } from '../report-messages/encode-report.ts'
import { requireRole } from './admin-callers.ts'
import { replyCsv, wantsCsv } from './csv-answer.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/analytics'
const reportBytesMax = 256 * 1024

/** The vendor's `runReport`, also as CSV. */
export function postReport(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/report`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const json = await exchange.readJson(reportBytesMax)
      const request = decodeReport(json, appIn(exchange), await deps.analytics.today(project))
      const report = await deps.analytics.runReport(project, request)
      if (wantsCsv(exchange)) replyCsv(exchange, `${project}-report`, encodeReportCsv(report))
      else exchange.replyJson(200, encodeReport(report, 'runReport'))
    },
  }
}

/** The vendor's `runRealtimeReport`, also as CSV. */
export function postRealtimeReport(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/realtime-report`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const request = decodeRealtimeReport(await exchange.readJson(reportBytesMax), appIn(exchange))
      const report = await deps.analytics.runRealtimeReport(project, request)
      if (wantsCsv(exchange)) replyCsv(exchange, `${project}-realtime`, encodeReportCsv(report))
      else exchange.replyJson(200, encodeReport(report, 'runRealtimeReport'))
    },
  }
}

/**
 * What was ever reported, by name: `{ events: [{ name, parameters: [{ name, type }] }], userProperties, firstDay, timeZone,
 * leftOutBots: { events, since } }`.
 */
export function getCatalog(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: `${path}/catalog`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { events, userProperties, firstDay } = await deps.analytics.readCatalog(project)
      const { timeZone } = await deps.analytics.getSettings(project)
      exchange.replyJson(200, {
        events: [...events].map(([name, parameters]) => ({
          name,
          parameters: [...parameters].map(([parameter, type]) => ({ name: parameter, type })),
        })),
        userProperties: [...userProperties],
        firstDay: firstDay === undefined ? null : formatDay(firstDay),
        timeZone,
        leftOutBots: deps.analytics.leftOutBots.countOf(project),
      })
    },
  }
}

/** Cohorts by day or week, the newest last. */
export function getRetention(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: `${path}/retention`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { query } = exchange
      const unit = query.get('unit') ?? 'week'
      if (unit !== 'day' && unit !== 'week') {
        throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'unit: It is day or week.')
      }
      const dates = {
        startDate: query.get('startDate') ?? (unit === 'day' ? '13daysAgo' : '77daysAgo'),
        endDate: query.get('endDate') ?? 'today',
      }
      const range = decodeDayRange(dates, 'retention', await deps.analytics.today(project))
      const retention = await deps.analytics.readRetention(project, { unit, ...range, app: appIn(exchange) })
      if (wantsCsv(exchange)) replyCsv(exchange, `${project}-retention`, encodeRetentionCsv(retention))
      else exchange.replyJson(200, retention)
    },
  }
}

const eventName = z.string().regex(/^([A-Za-z]\w{0,39}|\(other\))$/, 'It is the name of an event.')
const funnelRequest = z.strictObject({
  steps: z
    .array(z.strictObject({ eventName, name: z.string().min(1).max(100).optional(), filter: z.unknown().optional() }))
    .min(2, 'A funnel has at least 2 steps.')
    .max(10, 'A funnel has at most 10 steps.'),
  startDate: z.string('The first day is missing.'),
  endDate: z.string('The last day is missing.'),
  windowSeconds: z.number().int().min(1).max(7_776_000).default(86_400),
  appId: z.string().max(100).optional(),
})

/** How many users go through events in their order. */
export function postFunnel(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/funnel`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const { steps, windowSeconds, appId, ...dates } = await readRequest(exchange, funnelRequest)
      const { first, last } = decodeDayRange(dates, 'funnel', await deps.analytics.today(project))
      const conditions = steps.map(({ eventName: event, name, filter }, index) => ({
        eventName: event,
        name: name ?? event,
        filter: decodeFilter(filter, `steps.${index}.filter`, { isNumber: false, noteField: requireParameter }),
      }))
      const request = { steps: conditions, first, last, windowSeconds, app: appId }
      const funnel = await deps.analytics.runFunnel(project, request)
      if (wantsCsv(exchange)) replyCsv(exchange, `${project}-funnel`, encodeFunnelCsv(funnel))
      else exchange.replyJson(200, funnel)
    },
  }
}

/** Throws `invalid-argument`/`INVALID_REQUEST` for what can't be the name of a parameter. */
function requireParameter(name: string): void {
  if (/^[A-Za-z]\w{0,39}$/.test(name)) return
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', `${name.slice(0, 80)} is no name of a parameter.`)
}

/** Of one app alone, where the address names one. */
function appIn({ query }: Exchange): string | undefined {
  return query.get('appId') ?? undefined
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
