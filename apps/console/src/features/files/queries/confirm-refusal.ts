import * as z from 'zod/mini'
import { HearthError } from '../../../backend/api/hearth-error.ts'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileAddress } from './file-address.ts'

/** What the SDK reads off the status of an answer, whoever gave it. */
const codesOfStatus: ReadonlySet<string> = new Set([
  'storage/object-not-found',
  'storage/unauthorized',
  'storage/unauthenticated',
])

/**
 * Reads or changes a file by the SDK. What that takes for the server's refusal is asked about at the server itself: the 404 of a proxy is no
 * word on whether there is a file. Throws what the SDK does, or `FOREIGN_ANSWER` for what the server didn't say.
 */
export async function confirmRefusal<Result>(
  project: ProjectSession,
  path: string,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (thrown) {
    if (!codesOfStatus.has(failureOf(thrown).code)) throw thrown
    try {
      await project.call({ path: fileAddress(project, path), answer: z.unknown() })
    } catch (word) {
      throw word instanceof HearthError && word.code !== 'unavailable' ? thrown : word
    }
    // The file is there and may be read: something else had answered.
    return await act()
  }
}
