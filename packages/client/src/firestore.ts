import type { FirebaseApp } from 'firebase/app'
import { type Firestore, type FirestoreSettings, initializeFirestore } from 'firebase/firestore'
import { connectOnce, stayConnected } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'

export interface ConnectFirestoreOptions extends ConnectOptions {
  /** Such as `localCache`; host and scheme are the origin's. */
  readonly settings?: Omit<FirestoreSettings, 'host' | 'ssl'>
  /** `(default)` when absent. */
  readonly databaseId?: string
}

/** The app's `Firestore`, pointed at the origin. Call it before `getFirestore`, which returns the same one afterwards. */
export function connectFirestore(app: FirebaseApp, options: ConnectFirestoreOptions = {}): Firestore {
  const { origin } = originOf(options)
  const databaseId = options.databaseId ?? '(default)'
  return connectOnce(app, `firestore/${databaseId}`, origin, () => {
    stayConnected(app, origin)
    return initializeFirestore(app, { ...options.settings }, databaseId)
  })
}
