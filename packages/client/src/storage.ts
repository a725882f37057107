import type { FirebaseApp } from 'firebase/app'
import { connectStorageEmulator, type FirebaseStorage, getStorage } from 'firebase/storage'
import { connectOnce } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'
import { knownSdk } from './sdk-constants.ts'

export interface ConnectStorageOptions extends ConnectOptions {
  /** `gs://…`; without it the `storageBucket` of the app's configuration, else the project's own. */
  readonly bucketUrl?: string
}

/** The app's `FirebaseStorage`, pointed at the origin. Call it before the first reference is made. */
export function connectStorage(app: FirebaseApp, options: ConnectStorageOptions = {}): FirebaseStorage {
  const url = originOf(options)
  const bucketUrl = options.bucketUrl ?? ownBucketUrl(app)
  return connectOnce(app, `storage/${bucketUrl ?? ''}`, url.origin, () => {
    const storage = getStorage(app, bucketUrl)
    if (url.protocol === 'http:') {
      connectStorageEmulator(storage, url.hostname, Number(url.port === '' ? 80 : url.port))
    } else {
      moveHost(storage, url.host)
    }
    return storage
  })
}

/** The public setting speaks http only. `host` is a setter of the SDK's own class (12.19); its scheme is https already. */
function moveHost(storage: FirebaseStorage, host: string): void {
  const movable: FirebaseStorage & { host?: string } = storage
  // A plain property would change nothing, and the app would go on at the vendor's.
  if (typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(storage), 'host')?.set !== 'function') {
    throw new Error(`The storage of this SDK can't be moved over https: @hearth/client is made for ${knownSdk}.`)
  }
  movable.host = host
}

function ownBucketUrl(app: FirebaseApp): string | undefined {
  const { storageBucket, projectId } = app.options
  return storageBucket === undefined && projectId !== undefined ? `gs://${projectId}.firebasestorage.app` : undefined
}
