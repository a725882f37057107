import { type Analytics, type AnalyticsSettings, initializeAnalytics } from 'firebase/analytics'
import type { FirebaseApp } from 'firebase/app'
import { getId } from 'firebase/installations'
import { dataLayerOf, placeSender } from './data-layer.ts'
import { connectOnce } from './connect-once.ts'
import { redirectGoogleHosts } from './google-hosts.ts'
import { connectInstallations } from './installations.ts'
import { linkUser } from './link-user.ts'
import { type ConnectOptions, originOf } from './origin.ts'
import { installationCommand, resetCommand } from './sender/commands.ts'
import { PageStorage } from './sender/storage.ts'

export interface ConnectAnalyticsOptions extends ConnectOptions {
  /** As for `initializeAnalytics`. */
  readonly settings?: AnalyticsSettings
  /** When the page called the SDK's `settings({ dataLayerName })`. */
  readonly dataLayerName?: string
}

/**
 * The app's `Analytics`, pointed at the origin: nothing goes to another host. Browsers only; ask the SDK's `isSupported()` first
 * where IndexedDB may be missing.
 */
export function connectAnalytics(app: FirebaseApp, options: ConnectAnalyticsOptions = {}): Analytics {
  const { origin } = originOf(options)
  return connectOnce(app, 'analytics', origin, () => {
    redirectGoogleHosts(app, origin)
    linkUser(app, origin)
    placeSender(origin, options.dataLayerName)
    return initializeAnalytics(app, options.settings)
  })
}

/**
 * Forgets who reported from this browser so far: what they did and is not sent yet goes out, or nowhere, and their client id, sessions and user
 * properties are gone. Whoever reports next is a new client, and after `forgetInstallation` and `resumeAnalytics` the new installation.
 */
export function resetAnalyticsData(dataLayerName?: string): void {
  const layer = dataLayerOf(dataLayerName)
  if (layer !== undefined && layer.length > 0) layer.push([resetCommand])
  // Of pages before this one, too, where it has reported nothing yet.
  new PageStorage(window).clear()
}

/** Makes events from now on those of the app's present installation. Resolves when they are. */
export async function resumeAnalytics(
  app: FirebaseApp,
  { dataLayerName, ...options }: ConnectOptions & { readonly dataLayerName?: string } = {},
): Promise<void> {
  const id = await getId(connectInstallations(app, options))
  dataLayerOf(dataLayerName)?.push([installationCommand, app.options.measurementId, id])
}
