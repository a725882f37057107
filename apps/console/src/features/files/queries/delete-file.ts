import * as z from 'zod/mini'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileAddress } from './file-address.ts'

/**
 * Deletes a file. Answers whether it was there; throws a `HearthError` for anything else. The SDK takes a slash off the end of a path,
 * and would delete another file, or none.
 */
export async function deleteFile(project: ProjectSession, path: string): Promise<boolean> {
  try {
    await project.call({
      method: 'DELETE',
      path: fileAddress(project, path),
      answer: z.unknown(),
    })
    return true
  } catch (thrown) {
    if (failureOf(thrown).code === 'not-found') return false
    throw thrown
  }
}
