import { ref, type StorageReference } from 'firebase/storage'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { storageOf } from '../../../backend/sdk/storage.ts'

/**
 * A file or a folder of the project's bucket; the root for an empty path. The `gs://` form is the one that the SDK takes as it is: a bare
 * path that looks like an address (`http://…`) would be read as one.
 */
export function fileReference(project: ProjectSession, path: string): StorageReference {
  const storage = storageOf(project.app)
  const root = ref(storage)
  return path === '' ? root : ref(storage, `gs://${root.bucket}/${path}`)
}
