import { reactionTo } from '../../../errors/reaction.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { FileMove } from '../move-plan.ts'
import { inParallel } from './in-parallel.ts'
import { moveFile } from './move-file.ts'

export interface MovedFiles {
  readonly moved: number
  /** Something is at their new path, and nobody said yet what becomes of it. They are where they were. */
  readonly taken: readonly FileMove[]
  /** How many the server refused, with those that were gone. */
  readonly failed: number
}

/** Moves many files, a few at a time, until all are done or `signal` ends it. Throws what concerns them all, such as a session that is over. */
export async function moveFiles(
  project: ProjectSession,
  moves: readonly FileMove[],
  { signal, onDone }: { readonly signal: AbortSignal; readonly onDone: (done: number) => void },
): Promise<MovedFiles> {
  let [moved, failed] = [0, 0]
  const taken: FileMove[] = []
  await inParallel(moves, async (move) => {
    if (signal.aborted) return
    try {
      const outcome = await moveFile(project, move)
      if (outcome === 'moved') moved += 1
      else if (outcome === 'taken') taken.push(move)
      else failed += 1
    } catch (thrown) {
      if (reactionTo(thrown).kind !== 'say') throw thrown
      failed += 1
    }
    onDone(moved + failed + taken.length)
  })
  return { moved, taken, failed }
}
