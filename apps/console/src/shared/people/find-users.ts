import * as z from 'zod/mini'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { parseClaimFilter } from './claim-filter.ts'
import { withRetries } from '../jobs/with-retries.ts'
import { projectUser, accountsPath, type FoundUsers, type ProjectUser } from './project-user.ts'
import { defaultSort, usersPerPage, type UserQuery } from './user-query.ts'

const answer = z.object({
  recordsCount: z.string(),
  userInfo: z.optional(z.array(projectUser)),
  isPartial: z.optional(z.boolean()),
})

const sortNames: Readonly<Record<string, string>> = {
  created: 'CREATED_AT',
  'last-sign-in': 'LAST_LOGIN_AT',
  email: 'USER_EMAIL',
  name: 'NAME',
  uid: 'USER_ID',
}
/** So many of a slice were in the one before: who is deleted meanwhile draws all that follow forward. */
const overlap = 50

/** One page of the users that a query leaves in; nobody where its claim can't be read. */
export async function findUsers(project: ProjectSession, query: UserQuery): Promise<FoundUsers> {
  return await findSlice(project, query, ((query.page ?? 1) - 1) * usersPerPage, usersPerPage)
}

const sliceSize = 500

/**
 * All that the server finds among those it looks through (`isPartial`), slice by slice by uid, each once; what gets no answer is asked for again,
 * until the signal is aborted.
 */
export async function* findAllUsers(
  project: ProjectSession,
  query: UserQuery,
  signal: AbortSignal,
): AsyncGenerator<FoundUsers> {
  const byUid: UserQuery = { ...query, sort: 'uid' }
  yield* eachByUid(
    async (offset, limit) => await withRetries(() => findSlice(project, byUid, offset, limit), signal),
    sliceSize,
  )
}

async function findSlice(
  project: ProjectSession,
  { q, provider, state, claim, sort = defaultSort }: UserQuery,
  offset: number,
  limit: number,
): Promise<FoundUsers> {
  const filter = claim === undefined ? undefined : parseClaimFilter(claim)
  if (claim !== undefined && filter === undefined) return { users: [], count: 0, isPartial: false }
  const found = await project.call({
    method: 'POST',
    path: accountsPath(project, ':query'),
    body: {
      sortBy: sortNames[sort.replace(/^-/, '')],
      order: sort.startsWith('-') ? 'DESC' : 'ASC',
      offset,
      limit,
      search: q,
      provider,
      claim: filter,
      ...((state === 'active' || state === 'disabled') && { disabled: state === 'disabled' }),
      ...((state === 'verified' || state === 'unverified') && { emailVerified: state === 'verified' }),
    },
    answer,
  })
  return { users: found.userInfo ?? [], count: Number(found.recordsCount), isPartial: found.isPartial ?? false }
}

const lookUpAnswer = z.object({ users: z.optional(z.array(projectUser)) })

/** How many may be asked for at once. */
export const lookedUpAtOnce = 100

/** Those of the project's users who have one of these ids or addresses; `lookedUpAtOnce` in all at most. */
export async function lookUpUsers(
  project: ProjectSession,
  wanted: { readonly localId?: readonly string[]; readonly email?: readonly string[] },
): Promise<readonly ProjectUser[]> {
  const path = accountsPath(project, ':lookup')
  return (await project.call({ method: 'POST', path, body: wanted, answer: lookUpAnswer })).users ?? []
}

/**
 * Everybody of a list by uid, each once, and nobody skipped who was in it from the beginning to the end, whoever comes or goes meanwhile.
 *
 * @param find the users from a place on, by uid
 */
export async function* eachByUid(
  find: (offset: number, limit: number) => Promise<FoundUsers>,
  sliceSize: number,
): AsyncGenerator<FoundUsers> {
  let last = ''
  let offset = 0
  for (;;) {
    const slice = await find(offset, sliceSize)
    const [first] = slice.users
    if (offset > 0 && (first === undefined || first.localId > last)) {
      // So many are gone that some may be between the last one and this.
      offset = Math.max(0, offset - sliceSize)
      continue
    }
    const users = slice.users.filter(({ localId }) => localId > last)
    last = users.at(-1)?.localId ?? last
    yield { ...slice, users }
    if (offset + sliceSize >= slice.count) return
    offset += sliceSize - overlap
  }
}
