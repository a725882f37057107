import { StatusError } from '@hearth/model'
import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { defaultBucketOf } from '../../projects/project-id.ts'
import type { App, Projects } from '../../projects/projects.ts'
import { collect, collectFromServer, validateFromServer } from './collect.ts'
import type { Analytics } from '../../analytics/analytics.ts'
import type { Clock } from '../../lib/ambient.ts'

export interface MeasurementDeps {
  readonly mode: 'start' | 'dev'
  readonly clock: Clock
  readonly projects: Projects & { findAppByMeasurementId(measurementId: string): Promise<App | undefined> }
  readonly analytics: Analytics
}

/** What `firebase/analytics` needs of a server (wire-protocol 5.2): its configuration and a place to report to; and where servers report. */
export function createMeasurementProtocol(deps: MeasurementDeps): Protocol {
  return {
    name: 'measurement',
    routes: [getWebConfig(deps), collect(deps), collectFromServer(deps), validateFromServer(deps)],
    writeError: writeJsonError,
  }
}

/** What `firebase/analytics` asks before it starts: the measurement id of an app. */
function getWebConfig(deps: { mode: 'start' | 'dev'; projects: Projects }): Route {
  return {
    method: 'GET',
    path: '/v1alpha/projects/-/apps/:appId/webConfig',
    guard: 'open',
    async handle(exchange, params) {
      const appId = params['appId'] ?? ''
      const apiKey = exchange.headers['x-goog-api-key']
      const app = await findApp(deps, appId, typeof apiKey === 'string' ? apiKey : undefined)
      if (app === undefined) throw new StatusError('not-found', 'APP_NOT_FOUND', 'This server has no such app.')
      exchange.note({ project: app.project })
      exchange.replyJson(200, {
        projectId: app.project,
        appId,
        apiKey: app.apiKey,
        authDomain: new URL(exchange.publicOrigin).host,
        storageBucket: defaultBucketOf(app.project),
        measurementId: app.measurementId,
      })
    },
  }
}

/** `dev` knows no app ids: one that was never made here stands for the first web app of the key's project. */
async function findApp(
  { mode, projects }: { mode: 'start' | 'dev'; projects: Projects },
  appId: string,
  apiKey: string | undefined,
): Promise<App | undefined> {
  const found = await projects.findAppById(appId)
  if (found !== undefined || mode === 'start') return found
  const apps = await projects.listApps(await projects.projectOfApiKey(apiKey))
  return apps.find(({ platform }) => platform === 'web')
}
