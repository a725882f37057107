import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileCharactersMax, type JobOrder } from '../../../shared/jobs/job.ts'
import { notedJob } from '../../../shared/jobs/noted-job.ts'
import { withRetries } from '../../../shared/jobs/with-retries.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { findAllUsers, lookedUpAtOnce, lookUpUsers } from '../../../shared/people/find-users.ts'
import { type FoundUsers, projectUser, type ProjectUser, accountsPath } from '../../../shared/people/project-user.ts'
import type { UserQuery } from '../../../shared/people/user-query.ts'
import { UsersFile, type UsersFormat } from '../users-file.ts'
import * as z from 'zod/mini'

/** Users that were chosen, all that a query finds, or everybody, who may be more than anybody counted. */
export type ManyUsers =
  | { readonly kind: 'chosen'; readonly uids: readonly string[] }
  | { readonly kind: 'found'; readonly query: UserQuery; readonly count: number }
  | { readonly kind: 'all'; readonly count: number | undefined }

/** How many they are; undefined where that is not known. */
export function countOfUsers(users: ManyUsers): number | undefined {
  return users.kind === 'chosen' ? users.uids.length : users.count
}

/** Such as `3 users`. */
export function sizeOfUsers(users: ManyUsers): string {
  const count = countOfUsers(users)
  return count === undefined ? usersTexts.everybody : usersTexts.many(count)
}

/**
 * Takes users away as a file. Those who are gone by then are not in it; where a query doesn't look through all users, the file says with a caution
 * that some may be missing.
 */
export function exportUsersJob(project: ProjectSession, users: ManyUsers, format: UsersFormat): JobOrder {
  return notedJob(
    project,
    { act: 'users.export', target: '' },
    {
      project: project.id,
      kind: 'export-users',
      target: sizeOfUsers(users),
      async run({ signal, setTotal, advance }) {
        const file = new UsersFile(format)
        const count = countOfUsers(users)
        if (count !== undefined) setTotal(count)
        let isPartial = false
        for await (const slice of slicesOf(project, users, signal)) {
          signal.throwIfAborted()
          project.noteUse()
          file.add(slice.users)
          isPartial ||= slice.isPartial
          if (file.characters > fileCharactersMax) throw new RangeError(usersTexts.tooLarge)
          advance(slice.users.length)
        }
        return {
          name: `${project.id}-users.${format}`,
          content: file.finish(),
          ...(isPartial && { caution: usersTexts.exportPartial }),
        }
      },
    },
  )
}

async function* slicesOf(
  project: ProjectSession,
  users: ManyUsers,
  signal: AbortSignal,
): AsyncGenerator<Pick<FoundUsers, 'users' | 'isPartial'>> {
  if (users.kind === 'found') return yield* findAllUsers(project, users.query, signal)
  if (users.kind === 'all') {
    for await (const slice of listAllUsers(project, signal)) yield { users: slice, isPartial: false }
    return
  }
  for (let at = 0; at < users.uids.length; at += lookedUpAtOnce) {
    const localId = users.uids.slice(at, at + lookedUpAtOnce)
    yield { users: await withRetries(() => lookUpUsers(project, { localId }), signal), isPartial: false }
  }
}

/** The most that the server gives at once. */
const sliceSize = 1_000

const answer = z.object({ users: z.optional(z.array(projectUser)), nextPageToken: z.optional(z.string()) })

/**
 * Every user of the project by uid, each once, however many they are and whoever comes meanwhile. What gets no answer is asked for again, until
 * the signal is aborted.
 */
async function* listAllUsers(project: ProjectSession, signal: AbortSignal): AsyncGenerator<readonly ProjectUser[]> {
  let pageToken: string | undefined
  do {
    const search = new URLSearchParams({ maxResults: String(sliceSize) })
    if (pageToken !== undefined) search.set('nextPageToken', pageToken)
    const path = `${accountsPath(project, ':batchGet')}?${search}`
    const { users = [], nextPageToken } = await withRetries(() => project.call({ method: 'GET', path, answer }), signal)
    yield users
    pageToken = nextPageToken
  } while (pageToken !== undefined)
}
