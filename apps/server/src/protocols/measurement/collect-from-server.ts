import { StatusError } from '@hearth/model'
import { limits } from '../../analytics/event.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { App } from '../../projects/projects.ts'
import { requireApp } from './collect.ts'
import { decodeMeasurement } from './decode-measurement.ts'
import type { MeasurementDeps } from './protocol.ts'

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
