import { createApp, listApps, type ProjectApp, removeApp, updateApp } from '@hearth/api'
import type { Exchange } from '../../http/exchange.ts'
import { appConfiguration } from '../../projects/app-configuration.ts'
import type { App } from '../../projects/projects.ts'
import { route } from './route.ts'

export const apps = [
  route(listApps, async ({ deps, exchange, params: { project } }) => ({
    apps: (await deps.projects.listApps(project)).map((app) => appJson(app, exchange)),
  })),

  // With a key of its own, so it asks for what making a key does.
  route(createApp, async ({ deps, exchange, params: { project }, body, note }) => {
    const app = await deps.projects.createApp({ project, ...(await body()) })
    await note({ target: app.appId })
    return appJson(app, exchange)
  }),

  route(updateApp, async ({ deps, exchange, params: { project, app }, body, note }) => {
    const changed = await deps.projects.updateApp(project, app, await body())
    await note({ target: app })
    return appJson(changed, exchange)
  }),

  route(removeApp, async ({ deps, params: { project, app }, note }) => {
    await deps.projects.removeApp(project, app)
    await note({ target: app })
    return {}
  }),
]

function appJson(app: App, { publicOrigin }: Exchange): ProjectApp {
  const { name, platform, bundleId = null } = app
  return { name, platform, bundleId, config: appConfiguration(app, publicOrigin) }
}
