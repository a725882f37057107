import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { defaultBucketOf } from '../../projects/project-id.ts'
import type { App, Projects } from '../../projects/projects.ts'

/** What a web app's `initializeApp` is given. */
export interface AppConfiguration {
  readonly apiKey: string
  readonly appId: string
  readonly projectId: string
  readonly storageBucket: string
  readonly measurementId: string
  readonly authDomain: string
}

export function appConfiguration(app: App, publicOrigin: string): AppConfiguration {
  return {
    apiKey: app.apiKey,
    appId: app.appId,
    projectId: app.project,
    storageBucket: defaultBucketOf(app.project),
    measurementId: app.measurementId,
    authDomain: new URL(publicOrigin).host,
  }
}

export function encodeApp(app: App, exchange: Exchange): unknown {
  const { name, platform, bundleId = null } = app
  return { name, platform, bundleId, config: appConfiguration(app, exchange.publicOrigin) }
}

/** The app that a project was made with. */
export async function firstWebAppOf(projects: Projects, project: string): Promise<App> {
  const app = (await projects.listApps(project)).find(({ platform }) => platform === 'web')
  if (app === undefined) {
    throw new StatusError(
      'failed-precondition',
      'NO_WEB_APP',
      'This project has no web app. Create one in its settings.',
    )
  }
  return app
}
