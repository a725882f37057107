import type { FirebaseApp } from 'firebase/app'
import { type Firestore, initializeFirestore, type Settings } from 'firebase/firestore/lite'
import { connectOnce, stayConnected } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'

export interface ConnectFirestoreLiteOptions extends ConnectOptions {
  readonly settings?: Omit<Settings, 'host' | 'ssl'>
  /** `(default)` when absent. */
  readonly databaseId?: string
}

/** As `connectFirestore`, for `firebase/firestore/lite`. */
export function connectFirestoreLite(app: FirebaseApp, options: ConnectFirestoreLiteOptions = {}): Firestore {
  const { origin } = originOf(options)
  const databaseId = options.databaseId ?? '(default)'
  return connectOnce(app, `firestore-lite/${databaseId}`, origin, () => {
    stayConnected(app, origin)
    return initializeFirestore(app, { ...options.settings }, databaseId)
  })
}
