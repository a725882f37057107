import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fileCharactersMax } from '../../../jobs/file-characters.ts'
import type { JobOrder } from '../../../jobs/job.ts'
import { notedJob } from '../../../jobs/noted-job.ts'
import { patiently } from '../../../jobs/patiently.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import type { ProjectUser } from '../project-user.ts'
import { findAllUsers } from '../queries/find-users.ts'
import { lookedUpAtOnce, lookUpUsers } from '../queries/look-up-users.ts'
import type { UserQuery } from '../user-query.ts'
import { UsersFile, type UsersFormat } from '../users-file.ts'

/** Users that were chosen, or all that a query finds. */
export type ManyUsers =
  | { readonly kind: 'chosen'; readonly uids: readonly string[] }
  | { readonly kind: 'found'; readonly query: UserQuery; readonly count: number }

/** Takes users away as a file. Those who are gone by then are not in it. */
export function exportUsersJob(project: ProjectSession, users: ManyUsers, format: UsersFormat): JobOrder {
  return notedJob(
    project,
    { act: 'users.export', target: '' },
    {
      project: project.id,
      kind: 'export-users',
      target: usersTexts.many(users.kind === 'chosen' ? users.uids.length : users.count),
      async run({ signal, setTotal, advance }) {
        const file = new UsersFile(format)
        setTotal(users.kind === 'chosen' ? users.uids.length : users.count)
        for await (const slice of slicesOf(project, users, signal)) {
          signal.throwIfAborted()
          project.noteUse()
          file.add(slice)
          if (file.characters > fileCharactersMax) throw new RangeError(usersTexts.tooLarge)
          advance(slice.length)
        }
        return { name: `${project.id}-users.${format}`, content: file.finish() }
      },
    },
  )
}

async function* slicesOf(
  project: ProjectSession,
  users: ManyUsers,
  signal: AbortSignal,
): AsyncGenerator<readonly ProjectUser[]> {
  if (users.kind === 'found') {
    for await (const slice of findAllUsers(project, users.query, signal)) yield slice.users
    return
  }
  for (let at = 0; at < users.uids.length; at += lookedUpAtOnce) {
    const localId = users.uids.slice(at, at + lookedUpAtOnce)
    yield await patiently(() => lookUpUsers(project, { localId }), signal)
  }
}
