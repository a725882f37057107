import type { FirebaseApp } from 'firebase/app'
import type { Auth } from 'firebase/auth'
import type { Firestore } from 'firebase/firestore'
import type { FirebaseStorage } from 'firebase/storage'
import type { ConnectAnalyticsOptions } from './analytics.ts'
import { connectAuth, type ConnectAuthOptions } from './auth.ts'
import { placeSender } from './data-layer.ts'
import { connectFirestore, type ConnectFirestoreOptions } from './firestore.ts'
import { redirectGoogleHosts } from './google-hosts.ts'
import { type ConnectOptions, originOf } from './origin.ts'
import { connectStorage, type ConnectStorageOptions } from './storage.ts'

export interface ConnectHearthOptions extends ConnectOptions {
  readonly auth?: Omit<ConnectAuthOptions, 'origin'>
  readonly firestore?: Omit<ConnectFirestoreOptions, 'origin'>
  readonly storage?: Omit<ConnectStorageOptions, 'origin'>
  /** Needed where the page calls the SDK's `settings({ dataLayerName })`: with another name the SDK would load the vendor's tag. */
  readonly analytics?: Pick<ConnectAnalyticsOptions, 'dataLayerName'>
}

export interface HearthServices {
  readonly auth: Auth
  readonly firestore: Firestore
  readonly storage: FirebaseStorage
}

/**
 * Points the official SDKs of an app at a Hearth origin. Call it right after `initializeApp`; from then on `getAuth(app)`,
 * `getFirestore(app)`, `getStorage(app)`, `getInstallations(app)` and `getAnalytics(app)` speak to that server alone. On the
 * original provider an app simply doesn't call it.
 *
 * Calling it again for the same app returns the same services. Where only some are used, `@hearth/client/auth` and its
 * siblings load less.
 */
export function connectHearth(app: FirebaseApp, options: ConnectHearthOptions = {}): HearthServices {
  const { origin } = originOf(options)
  redirectGoogleHosts(app, origin)
  placeSender(origin, options.analytics?.dataLayerName)
  return {
    auth: connectAuth(app, { ...options.auth, origin }),
    firestore: connectFirestore(app, { ...options.firestore, origin }),
    storage: connectStorage(app, { ...options.storage, origin }),
  }
}
