import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { untilAnswered, type Work } from '../../../shared/jobs/each-item.ts'
import { mayBeDone } from '../../../shared/jobs/with-retries.ts'
import { changeUser } from '../queries/change-users.ts'
import { lookUpUsers } from '../../../shared/people/look-up-users.ts'
import { eachAlone } from './each-alone.ts'

/**
 * Disables users, or enables them. Those who are so already are kept as they are.
 *
 * @param switched gets those whom this switched, and those of whom the answer was lost. The same over all runs of a job
 */
export function switchUsers(
  project: ProjectSession,
  disableUser: boolean,
  signal: AbortSignal,
  switched: Set<string>,
): Work<string>['act'] {
  const switchOne = async (uid: string): Promise<void> => {
    const wasLost = switched.has(uid)
    switched.add(uid)
    try {
      await changeUser(project, uid, { disableUser })
    } catch (thrown) {
      if (!wasLost && !mayBeDone(thrown)) switched.delete(uid)
      throw thrown
    }
  }
  return async (uids, settle) => {
    const kept = new Set<string>()
    const problem = await untilAnswered(signal, async () => {
      const users = await lookUpUsers(project, { localId: uids })
      for (const { localId, disabled = false } of users) {
        if (disabled === disableUser && !switched.has(localId)) kept.add(localId)
      }
      return undefined
    })
    for (const uid of uids) {
      if (problem !== undefined) settle(uid, problem)
      else if (kept.has(uid)) settle(uid, undefined, true)
    }
    if (problem !== undefined) return
    const others = uids.filter((uid) => !kept.has(uid))
    await eachAlone(others, switchOne, settle, signal)
  }
}
