import * as z from 'zod/mini'
import { HearthError } from '../../../api/hearth-error.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ProjectUser } from '../project-user.ts'
import { lookUpUsers } from './look-up-users.ts'
import { accountsPath } from './users-path.ts'

/** What an operator changes in an account; what is absent stays. */
export interface UserChange {
  /** Empty clears it. */
  readonly displayName?: string
  /** Empty clears it. */
  readonly photoUrl?: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly phoneNumber?: string
  readonly password?: string
  readonly disableUser?: boolean
  /** JSON; `{}` clears them. */
  readonly customAttributes?: string
  /** Seconds: sessions from before end. */
  readonly validSince?: string
  readonly deleteProvider?: readonly string[]
  /** All that stay. */
  readonly mfa?: { readonly enrollments: readonly { readonly mfaEnrollmentId: string }[] }
}

export interface NewUser {
  readonly email?: string
  readonly password?: string
  readonly displayName?: string
  readonly phoneNumber?: string
  readonly localId?: string
  readonly emailVerified?: boolean
}

/** Throws `not-found` when there is none. */
export async function getUser(project: ProjectSession, uid: string): Promise<ProjectUser> {
  const [user] = await lookUpUsers(project, { localId: [uid] })
  if (user !== undefined) return user
  throw new HearthError({ code: 'not-found', reason: 'USER_NOT_FOUND', message: `There is no user ${uid}.` })
}

export async function changeUser(project: ProjectSession, uid: string, change: UserChange): Promise<void> {
  await project.call({
    method: 'POST',
    path: accountsPath(project, ':update'),
    body: { localId: uid, ...change },
    answer: z.unknown(),
  })
}

/** Answers the uid. */
export async function createUser(project: ProjectSession, user: NewUser): Promise<string> {
  const answer = z.object({ localId: z.string() })
  return (await project.call({ method: 'POST', path: accountsPath(project), body: user, answer })).localId
}

/** How many may be deleted by one call. */
export const deletedAtOnce = 100

/** Deletes users with everything of theirs that identity keeps; answers how many could not be. */
export async function deleteUsers(project: ProjectSession, uids: readonly string[]): Promise<number> {
  const answer = z.object({ errors: z.optional(z.array(z.unknown())) })
  const { errors } = await project.call({
    method: 'POST',
    path: accountsPath(project, ':batchDelete'),
    body: { localIds: uids, force: true },
    answer,
  })
  return errors?.length ?? 0
}

export type UserLinkKind = 'PASSWORD_RESET' | 'VERIFY_EMAIL'

/** A link to choose a new password, or to verify the address; to be handed over by other means than a mail. */
export async function createUserLink(
  project: ProjectSession,
  requestType: UserLinkKind,
  email: string,
): Promise<string> {
  const answer = z.object({ oobLink: z.string() })
  const body = { requestType, email, returnOobLink: true }
  return (await project.call({ method: 'POST', path: accountsPath(project, ':sendOobCode'), body, answer })).oobLink
}

/** The same link by mail. */
export async function mailUserLink(project: ProjectSession, requestType: UserLinkKind, email: string): Promise<void> {
  const body = { requestType, email }
  await project.call({ method: 'POST', path: accountsPath(project, ':sendOobCode'), body, answer: z.unknown() })
}
