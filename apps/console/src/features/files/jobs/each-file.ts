import { messageOf, reactionTo } from '../../../errors/reaction.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { JobProgress } from '../../../jobs/job.ts'
import { afterInterruption } from '../../../live/after-interruption.ts'
import { filesTexts } from '../../../texts/en/files.ts'
import { inParallel } from '../queries/in-parallel.ts'

/** Progress is told after so many. */
const stepSize = 60

export interface FileWork<Item> {
  readonly project: ProjectSession
  readonly items: readonly Item[]
  readonly pathOf: (item: Item) => string
  /**
   * Does one, and answers why it couldn't be done, in words. `isAgain`: it got no answer before, and may be done already.
   */
  readonly act: (item: Item, isAgain: boolean) => Promise<string | undefined>
}

/**
 * Does the same with many files, a few at a time, until all are done or the job is cancelled. What gets no answer, or comes too often for
 * the server, waits and is tried again; what the server refuses is told of. Throws what concerns them all, such as a role that is not enough.
 */
export async function eachFile<Item>(
  { project, items, pathOf, act }: FileWork<Item>,
  { signal, setTotal, advance }: JobProgress,
): Promise<void> {
  setTotal(items.length)
  for (let at = 0; at < items.length; at += stepSize) {
    signal.throwIfAborted()
    project.noteUse()
    let done = 0
    const problems: string[] = []
    try {
      await inParallel(items.slice(at, at + stepSize), async (item) => {
        if (signal.aborted) return
        const problem = await untilAnswered(signal, (isAgain) => act(item, isAgain))
        done += 1
        if (problem !== undefined) problems.push(filesTexts.problemOf(pathOf(item), problem))
      })
    } finally {
      advance(done, problems)
    }
  }
}

async function untilAnswered(
  signal: AbortSignal,
  act: (isAgain: boolean) => Promise<string | undefined>,
): Promise<string | undefined> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await act(failures > 0)
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      if (reaction.kind === 'say') return messageOf(thrown)
      if (reaction.kind === 'unreachable') await afterInterruption(failures)
      else if (reaction.kind === 'wait') await pause(reaction.seconds)
      else throw thrown
      signal.throwIfAborted()
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
}
