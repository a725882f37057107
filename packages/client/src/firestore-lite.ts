import type { FirebaseApp } from 'firebase/app'
import { type Firestore, initializeFirestore, type Settings } from 'firebase/firestore/lite'
import { connectOnce } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'

export interface ConnectFirestoreLiteOptions extends ConnectOptions {
  readonly settings?: Omit<Settings, 'host' | 'ssl'>
  /** `(default)` when absent. */
  readonly databaseId?: string
}

/** As `connectFirestore`, for `firebase/firestore/lite`. */
export function connectFirestoreLite(app: FirebaseApp, options: ConnectFirestoreLiteOptions = {}): Firestore {
  const url = originOf(options)
  const databaseId = options.databaseId ?? '(default)'
  return connectOnce(app, `firestore-lite/${databaseId}`, url.origin, () =>
    initializeFirestore(app, { ...options.settings, host: url.host, ssl: url.protocol === 'https:' }, databaseId),
  )
}
