import { getBytes } from 'firebase/storage'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fileReference } from './file-reference.ts'

/** Everything that is in a file. Throws the SDK's `StorageError`. */
export async function readContent(project: ProjectSession, path: string): Promise<ArrayBuffer> {
  return await getBytes(fileReference(project, path))
}
