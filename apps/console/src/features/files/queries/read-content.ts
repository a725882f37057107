import { getBytes } from 'firebase/storage'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { confirmRefusal } from './confirm-refusal.ts'
import { fileReference } from './file-reference.ts'

/** Everything that is in a file. Throws as `confirmRefusal` does. */
export async function readContent(project: ProjectSession, path: string): Promise<ArrayBuffer> {
  return await confirmRefusal(project, path, async () => await getBytes(fileReference(project, path)))
}
