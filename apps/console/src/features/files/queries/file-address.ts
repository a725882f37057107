import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { ref, type StorageReference } from 'firebase/storage'
import { storageOf } from '../../../backend/sdk/storage.ts'

/** Where the files protocol has a file's metadata. */
export function fileAddress(project: ProjectSession, path: string): string {
  const { bucket } = fileReference(project, '')
  return `/v0/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(path)}`
}

/**
 * A file or a folder of the project's bucket; the root for an empty path. The `gs://` form is the one that the SDK takes as it is: a bare
 * path that looks like an address (`http://…`) would be read as one.
 */
export function fileReference(project: ProjectSession, path: string): StorageReference {
  const storage = storageOf(project.app)
  const root = ref(storage)
  return path === '' ? root : ref(storage, `gs://${root.bucket}/${path}`)
}
