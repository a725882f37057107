import { reactionTo } from '../../../errors/reaction.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { changeUser, deletedAtOnce, deleteUsers, type UserChange } from './change-users.ts'

export interface BulkOptions {
  readonly signal: AbortSignal
  /** Told how many are done so far. */
  readonly onDone: (done: number) => void
}

export interface BulkOutcome {
  readonly done: number
  /** Those that the server refused; users who are gone already count as done. */
  readonly failed: number
  readonly isStopped: boolean
}

const atOnce = 4

/** Makes the same change in many accounts, some at a time. Throws what concerns them all, such as a session that is over. */
export async function changeMany(
  project: ProjectSession,
  uids: readonly string[],
  change: UserChange,
  { signal, onDone }: BulkOptions,
): Promise<BulkOutcome> {
  const waiting = [...uids]
  let [done, failed] = [0, 0]
  const worker = async () => {
    for (let uid = waiting.pop(); uid !== undefined && !signal.aborted; uid = waiting.pop()) {
      try {
        await changeUser(project, uid, change)
        done += 1
      } catch (thrown) {
        const { kind } = reactionTo(thrown)
        if (kind === 'gone') done += 1
        else if (kind === 'say') failed += 1
        else throw thrown
      }
      onDone(done + failed)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { done, failed, isStopped: signal.aborted && done + failed < uids.length }
}

/** Deletes many accounts, a hundred at a time. */
export async function deleteMany(
  project: ProjectSession,
  uids: readonly string[],
  { signal, onDone }: BulkOptions,
): Promise<BulkOutcome> {
  let [done, failed] = [0, 0]
  for (let at = 0; at < uids.length && !signal.aborted; at += deletedAtOnce) {
    const batch = uids.slice(at, at + deletedAtOnce)
    const refused = await deleteUsers(project, batch)
    failed += refused
    done += batch.length - refused
    onDone(done + failed)
  }
  return { done, failed, isStopped: signal.aborted && done + failed < uids.length }
}
