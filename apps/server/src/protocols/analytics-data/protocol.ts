import { StatusError } from '@hearth/model'
import type { Authenticator, Caller, OperatorRole } from '../../access/caller.ts'
import { permissionDenied } from '../../access/permission-denied.ts'
import type { Analytics } from '../../analytics/analytics.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { App, Projects } from '../../projects/projects.ts'
import { decodeRealtimeReport, decodeReport } from '../report-messages/decode-report.ts'
import { encodeReport } from '../report-messages/encode-report.ts'
import { dimensionEntries } from '../../analytics/reports/dimension-names.ts'
import { metricEntries } from '../../analytics/reports/metric-names.ts'
import type { Catalog } from '../../analytics/roll-up/catalog.ts'

const BODY_BYTES_MAX = 256 * 1024
const REQUESTS_MAX = 5

export interface AnalyticsDataDeps {
  readonly analytics: Analytics
  readonly authenticator: Authenticator
  /** The role of a console account in a project; undefined outside its team. */
  readonly findRole: (project: string, uid: string) => Promise<OperatorRole | undefined>
  readonly projects: Pick<Projects, 'get'> & { findAppByMeasurementId(measurementId: string): Promise<App | undefined> }
}

/** A project, or one app of it. */
interface Property {
  readonly project: string
  readonly app: string | undefined
}

type Answer = (exchange: Exchange, property: Property) => Promise<object>

/** The vendor's Data API for reports, `v1beta`. Operators of the project, console accounts in its team and its service keys may ask. */
export function createAnalyticsDataProtocol(deps: AnalyticsDataDeps): Protocol {
  const { analytics, authenticator, findRole, projects } = deps

  function route(method: 'GET' | 'POST', path: string, answer: Answer): Route {
    return {
      method,
      path,
      guard: 'admin',
      async handle(exchange, { property = '' }) {
        const named = await propertyOf(property)
        exchange.note({ project: named.project })
        await assertMayRead(exchange, named.project)
        await projects.get(named.project)
        exchange.replyJson(200, await answer(exchange, named))
      },
    }
  }

  async function assertMayRead(exchange: Exchange, project: string): Promise<void> {
    const caller = await callerOf(exchange, project)
    if (caller.kind === 'visitor') {
      throw new StatusError('unauthenticated', 'CREDENTIAL_MISSING', 'Reports need a credential of the project.')
    }
    if (caller.kind !== 'user') return
    exchange.note({ uid: caller.uid })
    // Every role reads. An app's own user has none.
    const isOfConsole = caller.project === CONSOLE_PROJECT
    if (!isOfConsole || (await findRole(project, caller.uid)) === undefined) throw permissionDenied()
  }

  /** By a credential of the project, or else by the console's own session. */
  async function callerOf(exchange: Exchange, project: string): Promise<Caller> {
    const { authorization } = exchange.headers
    try {
      return await authenticator.authenticate(project, authorization, exchange)
    } catch (error) {
      if (!isRefused(error)) throw error
      const caller = await callerOfConsole(authorization)
      if (caller?.kind === 'user') return caller
      throw error
    }
  }

  async function callerOfConsole(authorization: string | undefined): Promise<Caller | undefined> {
    try {
      return await authenticator.authenticate(CONSOLE_PROJECT, authorization)
    } catch (error) {
      if (!isRefused(error)) throw error
      return undefined
    }
  }

  async function propertyOf(name: string): Promise<Property> {
    if (!name.startsWith('G-')) return { project: name, app: undefined }
    const app = await projects.findAppByMeasurementId(name)
    // Whoever has no credential is told the same of a project that there is not.
    return { project: app?.project ?? name, app: app?.appId }
  }

  async function answerReport(json: unknown, { project, app }: Property): Promise<object> {
    const report = await analytics.runReport(project, decodeReport(json, app, await analytics.today(project)))
    return encodeReport(report, 'runReport')
  }

  const base = '/v1beta/properties/:property'
  return {
    name: 'analytics-data',
    routes: [
      route('POST', `${base}:runReport`, async (exchange, property) =>
        answerReport(await exchange.readJson(BODY_BYTES_MAX), property),
      ),
      route('POST', `${base}:batchRunReports`, async (exchange, property) => {
        const requests = requestsIn(await exchange.readJson(BODY_BYTES_MAX))
        const reports: object[] = []
        for (const request of requests) reports.push(await answerReport(request, property))
        return { reports, kind: 'analyticsData#batchRunReports' }
      }),
      route('POST', `${base}:runRealtimeReport`, async (exchange, { project, app }) => {
        const request = decodeRealtimeReport(await exchange.readJson(BODY_BYTES_MAX), app)
        return encodeReport(await analytics.runRealtimeReport(project, request), 'runRealtimeReport')
      }),
      route('GET', `${base}/metadata`, async (_exchange, { project }) =>
        encodeMetadata(project, await analytics.readCatalog(project)),
      ),
    ],
    writeError: writeJsonError,
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof StatusError && error.code === 'unauthenticated'
}

function requestsIn(json: unknown): readonly unknown[] {
  const requests = typeof json === 'object' && json !== null ? (json as { requests?: unknown }).requests : undefined
  if (Array.isArray(requests) && requests.length > 0 && requests.length <= REQUESTS_MAX) return requests
  throw new StatusError('invalid-argument', 'INVALID_REQUEST', `requests: There are 1 to ${REQUESTS_MAX} of them.`)
}

/** As the vendor's `Metadata`: what reports may name, with the parameters and properties that events had. */
function encodeMetadata(project: string, catalog: Catalog): object {
  const types = new Map<string, 'text' | 'number'>()
  for (const parameters of catalog.events.values()) for (const [name, type] of parameters) types.set(name, type)
  const custom = (apiName: string, uiName: string, description: string) => ({
    apiName,
    uiName,
    description,
    category: 'Custom',
    customDefinition: true,
  })
  return {
    name: `properties/${project}/metadata`,
    dimensions: [
      ...dimensionEntries(),
      ...[...types.keys()].map((name) => custom(`customEvent:${name}`, name, 'A parameter of events.')),
      ...[...catalog.userProperties].map((name) => custom(`customUser:${name}`, name, 'A property of users.')),
    ],
    metrics: [
      ...metricEntries(),
      ...[...types].flatMap(([name, type]) =>
        type === 'text'
          ? []
          : [
              { ...custom(`customEvent:${name}`, name, 'The sum of a parameter.'), type: 'TYPE_FLOAT' },
              { ...custom(`averageCustomEvent:${name}`, `Average ${name}`, 'Its average.'), type: 'TYPE_FLOAT' },
              { ...custom(`countCustomEvent:${name}`, `Count of ${name}`, 'How many.'), type: 'TYPE_INTEGER' },
            ],
      ),
    ],
  }
}
