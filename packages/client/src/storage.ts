import type { FirebaseApp } from 'firebase/app'
import { type FirebaseStorage, getStorage } from 'firebase/storage'
import { connectOnce, stayConnected } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'

export interface ConnectStorageOptions extends ConnectOptions {
  /** `gs://…`; without it the `storageBucket` of the app's configuration, else the project's own. */
  readonly bucketUrl?: string
}

/** The app's `FirebaseStorage`, pointed at the origin. Call it before the first reference is made. */
export function connectStorage(app: FirebaseApp, options: ConnectStorageOptions = {}): FirebaseStorage {
  const { origin } = originOf(options)
  const bucketUrl = options.bucketUrl ?? ownBucketUrl(app)
  return connectOnce(app, `storage/${bucketUrl ?? ''}`, origin, () => {
    stayConnected(app, origin)
    return getStorage(app, bucketUrl)
  })
}

function ownBucketUrl(app: FirebaseApp): string | undefined {
  const { storageBucket, projectId } = app.options
  return storageBucket === undefined && projectId !== undefined ? `gs://${projectId}.firebasestorage.app` : undefined
}
