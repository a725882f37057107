import type { FirebaseApp } from 'firebase/app'
import { type Firestore, type FirestoreSettings, initializeFirestore } from 'firebase/firestore'
import { connectOnce } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'

export interface ConnectFirestoreOptions extends ConnectOptions {
  /** Such as `localCache`; host and scheme are the origin's. */
  readonly settings?: Omit<FirestoreSettings, 'host' | 'ssl'>
  /** `(default)` when absent. */
  readonly databaseId?: string
}

/** The app's `Firestore`, pointed at the origin. Call it before `getFirestore`, which returns the same one afterwards. */
export function connectFirestore(app: FirebaseApp, options: ConnectFirestoreOptions = {}): Firestore {
  const url = originOf(options)
  const databaseId = options.databaseId ?? '(default)'
  return connectOnce(app, `firestore/${databaseId}`, url.origin, () =>
    initializeFirestore(app, { ...options.settings, host: url.host, ssl: url.protocol === 'https:' }, databaseId),
  )
}
