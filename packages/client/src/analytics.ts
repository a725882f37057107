import { type Analytics, type AnalyticsSettings, initializeAnalytics } from 'firebase/analytics'
import type { FirebaseApp } from 'firebase/app'
import { placeSender } from './data-layer.ts'
import { connectOnce } from './connect-once.ts'
import { redirectGoogleHosts } from './google-hosts.ts'
import { linkUser } from './link-user.ts'
import { type ConnectOptions, originOf } from './origin.ts'

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
