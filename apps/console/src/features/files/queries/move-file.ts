import * as z from 'zod/mini'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileReference } from './file-address.ts'

/** `taken`: there is a file at the new path, and it was not to be replaced. `gone`: there is none at the old one. */
export type MoveOutcome = 'moved' | 'taken' | 'gone'

/**
 * Gives a file another path, in one step: nobody sees it at both or at none. Its metadata stay; links to the old path end. The SDK has
 * no call for it. Throws a `HearthError` for anything but the outcomes.
 */
export async function moveFile(
  project: ProjectSession,
  { from, to, replaces }: { readonly from: string; readonly to: string; readonly replaces: boolean },
): Promise<MoveOutcome> {
  const { bucket } = fileReference(project, from)
  const [source, target] = [encodeURIComponent(from), encodeURIComponent(to)]
  const path = `/storage/v1/b/${encodeURIComponent(bucket)}/o/${source}/moveTo/o/${target}`
  try {
    await project.call({
      method: 'POST',
      path: replaces ? path : `${path}?ifGenerationMatch=0`,
      answer: z.object({ name: z.string() }),
    })
    return 'moved'
  } catch (thrown) {
    const { code, reason } = failureOf(thrown)
    if (reason === 'CONDITION_NOT_MET') return 'taken'
    if (code === 'not-found') return 'gone'
    throw thrown
  }
}
