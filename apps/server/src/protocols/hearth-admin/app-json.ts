import type { Exchange } from '../../http/exchange.ts'
import { appConfiguration } from '../../projects/app-configuration.ts'
import type { App } from '../../projects/projects.ts'

export function encodeApp(app: App, exchange: Exchange): unknown {
  const { name, platform, bundleId = null } = app
  return { name, platform, bundleId, config: appConfiguration(app, exchange.publicOrigin) }
}
