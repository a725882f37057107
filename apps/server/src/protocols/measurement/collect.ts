import { StatusError } from '@hearth/model'
import { limits, type ReportedBatch, type Device } from '../../analytics/event.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { App } from '../../projects/projects.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { decodeCollect } from './decode-collect.ts'
import type { MeasurementDeps } from './protocol.ts'
import { invalid } from './decode-fields.ts'
import { decodeMeasurement } from './decode-measurement.ts'
import type { IncomingHttpHeaders } from 'node:http'

/** Programs that fetch pages and are not people: they call themselves so. */
const bot =
  /bot\b|bots\b|crawl|spider|slurp|archiver|headless|lighthouse|pagespeed|phantomjs|preview|scrap|monitor|uptime|pingdom|wget\/|curl\/|python-|go-http-client|facebookexternalhit|bingpreview|mediapartners/i

/** What the console's pages count, and what the client helper adds by itself. */
export const consoleEvents: ReadonlySet<string> = new Set([
  'document_write',
  'error_shown',
  'file_upload',
  'login',
  'member_invite',
  'project_create',
  'rules_publish',
  'screen_view',
  'search',
  'sign_up',
  'first_visit',
  'session_start',
  'user_engagement',
])
/** One to say what happened, those that say where, and what is left over. */
const PARAMS_MAX = 10
const TEXT_LENGTH_MAX = 200

/**
 * A batch of events from an app, answered when it is durable. The measurement id, public like an API key, names the app; it lets
 * somebody report and read nothing. Under `start` what bots send is answered alike and not counted.
 */
export function collect(deps: MeasurementDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/collect',
    guard: 'capability',
    async handle(exchange) {
      requirePlain(exchange)
      const { measurementId, batch } = decodeCollect(await exchange.readJson(limits.batchBytes))
      const app = await requireApp(deps, measurementId)
      exchange.note({ project: app.project })
      if (app.project === CONSOLE_PROJECT) requireConsoleEvents(batch)
      if (deps.mode === 'start' && isBot(exchange.headers)) {
        deps.analytics.leftOutBots.note(app.project, batch.events.length)
      } else {
        const whole = { ...batch, device: completeDevice(batch, exchange) }
        await deps.analytics.collect(app, whole, { kind: 'visitor', address: exchange.clientAddress })
      }
      exchange.reply(204, {})
    },
  }
}

/** Browsers pack no bodies, and what a visitor sends is to be no smaller than what it becomes. Throws `invalid-argument`/`UNSUPPORTED_ENCODING`. */
function requirePlain({ headers }: Exchange): void {
  const encoding = headers['content-encoding'] ?? ''
  if (encoding === '' || encoding === 'identity') return
  throw new StatusError('invalid-argument', 'UNSUPPORTED_ENCODING', 'Events are sent without a content-encoding.')
}

/** Throws `invalid-argument`/`UNKNOWN_MEASUREMENT_ID`. */
async function requireApp({ projects }: MeasurementDeps, measurementId: string): Promise<App> {
  const app = await projects.findAppByMeasurementId(measurementId)
  if (app !== undefined) return app
  throw new StatusError('invalid-argument', 'UNKNOWN_MEASUREMENT_ID', 'No app of this server has this measurement id.')
}

/** What the client says counts more than what its headers show. */
function completeDevice({ device }: ReportedBatch, exchange: Exchange): ReportedBatch['device'] {
  const shown = deviceOfRequest(exchange.headers)
  return { ...device, ...shown, language: device.language ?? shown.language }
}

/** Anybody may learn the console's measurement id. Throws `invalid-argument`/`INVALID_REQUEST` for what no page of it sends. */
function requireConsoleEvents({ events, userProperties }: ReportedBatch): void {
  if (Object.keys(userProperties).length > 0) throw invalid('userProperties', 'The console has none.')
  for (const [index, { name, params }] of events.entries()) {
    if (!consoleEvents.has(name)) throw invalid(`events.${index}.name`, 'It is no event of the console.')
    const values = Object.values(params)
    const isSmall = values.every((value) => typeof value === 'number' || value.length <= TEXT_LENGTH_MAX)
    if (values.length > PARAMS_MAX || !isSmall)
      throw invalid(`events.${index}.params`, 'They are too many or too long.')
  }
}

/**
 * The vendor's measurement protocol: events that a server reports, answered when they are durable. Unlike the original, which answers
 * 204 to anything, this says what is wrong. The app is named by `measurement_id` or `firebase_app_id`; `api_secret` is one of its secrets.
 */
export function collectFromServer(deps: MeasurementDeps): Route {
  return {
    method: 'POST',
    path: '/mp/collect',
    guard: 'capability',
    async handle(exchange) {
      const app = await appOf(deps, exchange)
      const batch = decodeMeasurement(await exchange.readJson(limits.batchBytes), deps.clock.nowMs())
      const secret = exchange.query.get('api_secret') ?? ''
      await deps.analytics.collect(app, batch, { kind: 'server', secret })
      exchange.reply(204, {})
    },
  }
}

/** What is wrong with events, without counting them: `{ validationMessages: [{ fieldPath, description, validationCode }] }`. */
export function validateFromServer(deps: MeasurementDeps): Route {
  return {
    method: 'POST',
    path: '/debug/mp/collect',
    guard: 'capability',
    async handle(exchange) {
      await appOf(deps, exchange)
      exchange.replyJson(200, { validationMessages: await messagesFor(deps, exchange) })
    },
  }
}

async function messagesFor(deps: MeasurementDeps, exchange: Exchange): Promise<object[]> {
  const json = await exchange.readJson(limits.batchBytes)
  try {
    decodeMeasurement(json, deps.clock.nowMs())
    return []
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'INVALID_REQUEST') throw error
    const [fieldPath = ''] = error.message.split(': ')
    const description = error.message.slice(fieldPath.length + 2)
    return [{ fieldPath, description, validationCode: 'VALUE_INVALID' }]
  }
}

async function appOf(deps: MeasurementDeps, exchange: Exchange): Promise<App> {
  const { query } = exchange
  const secret = query.get('api_secret') ?? ''
  const app = await namedApp(deps, query.get('firebase_app_id'), query.get('measurement_id'))
  exchange.note({ project: app.project })
  if (secret.length <= 100 && (await deps.analytics.secrets.isValid(app, secret))) return app
  throw new StatusError('unauthenticated', 'INVALID_API_SECRET', 'The API secret is not one of this app.')
}

async function namedApp(deps: MeasurementDeps, appId: string | null, measurementId: string | null): Promise<App> {
  const byId = appId === null ? undefined : await deps.projects.findAppById(appId)
  return byId ?? (await requireApp(deps, measurementId ?? ''))
}

export function isBot({ 'user-agent': userAgent }: IncomingHttpHeaders): boolean {
  return userAgent !== undefined && bot.test(userAgent)
}

const operatingSystems: readonly (readonly [RegExp, string])[] = [
  [/android/i, 'Android'],
  [/iphone|ipad|ipod|\bios\b/i, 'iOS'],
  [/windows/i, 'Windows'],
  [/mac os x|macintosh/i, 'macOS'],
  [/\bcros\b/i, 'ChromeOS'],
  [/linux/i, 'Linux'],
]
/** The first that fits: most browsers name others, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bedg(e|a|ios)?\//i, 'Edge'],
  [/\bopr\/|opera/i, 'Opera'],
  [/samsungbrowser/i, 'Samsung Internet'],
  [/firefox\/|fxios\//i, 'Firefox'],
  [/chrome\/|crios\/|chromium\//i, 'Chrome'],
  [/safari\//i, 'Safari'],
]

/** What the headers of a request say of the device; the header itself is not kept. */
export function deviceOfRequest(headers: IncomingHttpHeaders): Device {
  const userAgent = headers['user-agent']?.slice(0, 512) ?? ''
  const operatingSystem = operatingSystems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  return {
    language: languageIn(headers['accept-language']),
    operatingSystem,
    browser,
    deviceCategory: categoryOf(userAgent),
  }
}

function categoryOf(userAgent: string): string | undefined {
  if (!userAgent.startsWith('Mozilla/')) return undefined
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod/i.test(userAgent) ? 'mobile' : 'desktop'
}

/** The first of the languages, which is the one preferred. */
function languageIn(header: string | undefined): string | undefined {
  return /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\s*(?:[,;]|$)/.exec(header?.slice(0, 64) ?? '')?.[1]
}
