import { connectStorage } from '@hearth/client/storage'
import type { FirebaseApp } from 'firebase/app'
import type { FirebaseStorage } from 'firebase/storage'

/** The file storage of the console's app or of a project's. Lazy screens only. */
export function storageOf(app: FirebaseApp): FirebaseStorage {
  return connectStorage(app)
}
