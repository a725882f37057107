import { inParallel } from '../../../api/in-parallel.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { messageOf, reactionTo } from '../../../errors/reaction.ts'
import { eachItem, untilAnswered, type Work } from '../../../jobs/each-item.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { WorkList } from '../../../jobs/work-list.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { nameOfUser } from '../name-of-user.ts'
import { changeUser, deletedAtOnce, deleteUsers, endAllSessions, untilNow } from '../queries/change-users.ts'
import { lookUpUsers } from '../queries/look-up-users.ts'

/** What is done with many users at once. */
export type UsersAct = 'disable' | 'enable' | 'sign-out' | 'delete'

/** The server does these for those alone who signed in a short while ago. */
export function needsRecentSignIn(act: UsersAct): boolean {
  return act === 'enable' || act === 'delete'
}

/** Does the same with many users. One who is gone by then is as good as deleted, and otherwise told of. */
export function changeUsersJob(project: ProjectSession, act: UsersAct, uids: readonly string[]): JobOrder {
  const list = new WorkList(uids)
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
          act:
            act === 'delete' ? deletion(project, progress.signal) : eachAlone(changeOf(project, act), progress.signal),
        },
        progress,
      )
      return undefined
    },
  }
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

function changeOf(project: ProjectSession, act: Exclude<UsersAct, 'delete'>): (uid: string) => Promise<void> {
  if (act !== 'sign-out') return (uid) => changeUser(project, uid, { disableUser: act === 'disable' })
  let until: string | undefined
  return async (uid) => {
    // Asked for with the first of them, which waits for an answer like every other step.
    until ??= await untilNow()
    await endAllSessions(project, uid, until)
  }
}

function eachAlone(changeOne: (uid: string) => Promise<void>, signal: AbortSignal): Work<string>['act'] {
  return async (uids, settle) => {
    await inParallel(uids, async (uid) => {
      if (!signal.aborted) settle(uid, await untilAnswered(signal, () => unlessGone(() => changeOne(uid))))
    })
  }
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

/** Uids of those whose names nobody answers. */
async function namesOf(project: ProjectSession, uids: readonly string[]): Promise<readonly string[]> {
  const users = await lookUpUsers(project, { localId: uids }).catch(() => [])
  const names = new Map(users.map((user) => [user.localId, nameOfUser(user)]))
  return uids.map((uid) => names.get(uid) ?? uid)
}
