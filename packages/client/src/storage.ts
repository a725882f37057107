import type { FirebaseApp } from 'firebase/app'
import { type FirebaseStorage, getStorage, ref, type StorageReference } from 'firebase/storage'
import { connectedOrigin, connectOnce, stayConnected } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'
import { linkAtOrigin } from './google-hosts.ts'

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

/**
 * The file of a link, also of one to the vendor's host that an app has kept in its documents (`https://firebasestorage.googleapis.com/v0/b/…/o/…`): in a
 * connected app that is the file of this name at the origin, which the SDK's own `ref` refuses. Throws as `ref` does for what is no link.
 */
export function refFromURL(storage: FirebaseStorage, link: string): StorageReference {
  const origin = connectedOrigin(storage.app)
  return ref(storage, origin === undefined ? link : linkAtOrigin(link, origin))
}

function ownBucketUrl(app: FirebaseApp): string | undefined {
  const { storageBucket, projectId } = app.options
  return storageBucket === undefined && projectId !== undefined ? `gs://${projectId}.firebasestorage.app` : undefined
}
