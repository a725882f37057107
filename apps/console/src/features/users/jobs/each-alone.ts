import { inParallel } from '../../../backend/api/in-parallel.ts'
import { messageOf, reactionTo } from '../../../backend/errors/reaction.ts'
import { untilAnswered, type Work } from '../../../shared/jobs/each-item.ts'

/** Changes users by a call for each. One who is gone by then is told of. */
export async function eachAlone(
  uids: readonly string[],
  changeOne: (uid: string) => Promise<void>,
  settle: Parameters<Work<string>['act']>[1],
  signal: AbortSignal,
): Promise<void> {
  await inParallel(uids, async (uid) => {
    if (!signal.aborted) settle(uid, await untilAnswered(signal, () => unlessGone(() => changeOne(uid))))
  })
}

async function unlessGone(act: () => Promise<void>): Promise<string | undefined> {
  try {
    await act()
    return undefined
  } catch (thrown) {
    if (reactionTo(thrown).kind === 'gone') return messageOf(thrown)
    throw thrown
  }
}
