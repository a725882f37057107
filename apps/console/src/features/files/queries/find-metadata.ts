import { type FullMetadata, getMetadata } from 'firebase/storage'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { confirmRefusal } from './confirm-refusal.ts'
import { fileReference } from './file-reference.ts'

/** What is known of a file; `undefined` when there is none. Throws as `confirmRefusal` does for anything else. */
export async function findMetadata(project: ProjectSession, path: string): Promise<FullMetadata | undefined> {
  try {
    return await confirmRefusal(project, path, async () => await getMetadata(fileReference(project, path)))
  } catch (thrown) {
    if (failureOf(thrown).code === 'storage/object-not-found') return undefined
    throw thrown
  }
}
