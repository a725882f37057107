import { StatusError } from '@hearth/model'
import { defaultBucketOf } from './project-id.ts'
import type { App, Projects } from './projects.ts'

/** What a web app's `initializeApp` is given; all of it is public. */
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

/** The app that a project was made with. Throws `failed-precondition`/`NO_WEB_APP`. */
export async function firstWebAppOf(projects: Pick<Projects, 'listApps'>, project: string): Promise<App> {
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
