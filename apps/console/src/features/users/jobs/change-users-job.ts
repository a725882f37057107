import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { eachItem, untilAnswered, type Work, WorkList } from '../../../shared/jobs/each-item.ts'
import type { JobOrder } from '../../../shared/jobs/job.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { nameOfUser } from '../../../shared/people/project-user.ts'
import { deletedAtOnce, deleteUsers, endAllSessions, untilNow, changeUser } from '../queries/change-users.ts'
import { lookUpUsers } from '../../../shared/people/find-users.ts'
import { mayBeDone } from '../../../shared/jobs/with-retries.ts'
import { inParallel } from '../../../backend/api/in-parallel.ts'
import { messageOf, reactionTo } from '../../../backend/errors/reaction.ts'

/** What is done with many users at once. */
export type UsersAct = 'disable' | 'enable' | 'sign-out' | 'delete'

/** The server does these for those alone who signed in a short while ago. */
export function needsRecentSignIn(act: UsersAct): boolean {
  return act === 'enable' || act === 'delete'
}

/** What brings back whom the other switched. */
const opposites: Readonly<Partial<Record<UsersAct, UsersAct>>> = { disable: 'enable', enable: 'disable' }

/**
 * Does the same with many users. One who is gone by then is as good as deleted, and otherwise told of. Whom it disabled or enabled is kept in
 * this tab, so that it can be undone for them alone.
 */
export function changeUsersJob(project: ProjectSession, act: UsersAct, uids: readonly string[]): JobOrder {
  const list = new WorkList(uids)
  const switched = new Set<string>()
  const opposite = opposites[act]
  return {
    project: project.id,
    kind: `${act}-users`,
    target: usersTexts.many(uids.length),
    canGoOn: true,
    canRetry: true,
    needsRecentSignIn: needsRecentSignIn(act),
    async run(progress) {
      await eachItem(
        {
          project,
          list,
          // A look-up for their names, and a deletion, take as many.
          stepSize: deletedAtOnce,
          namesOf: (refused) => namesOf(project, refused),
          act: workOf(project, act, progress.signal, switched),
        },
        progress,
      )
      return undefined
    },
    ...(opposite !== undefined && {
      undo: () => (switched.size === 0 ? undefined : changeUsersJob(project, opposite, [...switched])),
    }),
  }
}

function workOf(
  project: ProjectSession,
  act: UsersAct,
  signal: AbortSignal,
  switched: Set<string>,
): Work<string>['act'] {
  if (act === 'delete') return deletion(project, signal)
  if (act === 'sign-out') return signOut(project, signal)
  return switchUsers(project, act === 'disable', signal, switched)
}

function deletion(project: ProjectSession, signal: AbortSignal): Work<string>['act'] {
  return async (uids, settle) => {
    let refused: ReadonlyMap<string, string> = new Map()
    const problem = await untilAnswered(signal, async () => {
      refused = await deleteUsers(project, uids)
      return undefined
    })
    for (const uid of uids) settle(uid, problem ?? refused.get(uid))
  }
}

function signOut(project: ProjectSession, signal: AbortSignal): Work<string>['act'] {
  let asked: Promise<string> | undefined
  // One moment for all of them, asked for with the first, which waits for an answer like every other step.
  const findUntil = async (): Promise<string> => {
    const asking = (asked ??= untilNow())
    try {
      return await asking
    } catch (thrown) {
      if (asked === asking) asked = undefined
      throw thrown
    }
  }
  const signOutOne = async (uid: string): Promise<void> => await endAllSessions(project, uid, await findUntil())
  return (uids, settle) => eachAlone(uids, signOutOne, settle, signal)
}

/** Uids of those whose names nobody answers. */
async function namesOf(project: ProjectSession, uids: readonly string[]): Promise<readonly string[]> {
  const users = await lookUpUsers(project, { localId: uids }).catch(() => [])
  const names = new Map(users.map((user) => [user.localId, nameOfUser(user)]))
  return uids.map((uid) => names.get(uid) ?? uid)
}

/**
 * Disables users, or enables them. Those who are so already are kept as they are.
 *
 * @param switched gets those whom this switched, and those of whom the answer was lost. The same over all runs of a job
 */
function switchUsers(
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

/** Changes users by a call for each. One who is gone by then is told of. */
async function eachAlone(
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
