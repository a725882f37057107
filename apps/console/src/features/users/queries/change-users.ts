import * as z from 'zod/mini'
import { HearthError } from '../../../backend/api/hearth-error.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { getServerTime } from '../../../backend/api/server-time.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { type ProjectUser, accountsPath } from '../../../shared/people/project-user.ts'
import { lookUpUsers } from '../../../shared/people/find-users.ts'

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
  readonly deletePasskey?: readonly string[]
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

/** Until when sessions are over that are ended now, by the server's clock: the second that runs included. Throws as `getServerTime`. */
export async function untilNow(): Promise<string> {
  return String(Math.floor((await getServerTime()) / 1000) + 1)
}

/** Signs the user out on every device. */
export async function endAllSessions(project: ProjectSession, uid: string, validSince: string): Promise<void> {
  await changeUser(project, uid, { validSince })
}

/** Answers the uid. */
export async function createUser(project: ProjectSession, user: NewUser): Promise<string> {
  const answer = z.object({ localId: z.string() })
  return (await project.call({ method: 'POST', path: accountsPath(project), body: user, answer })).localId
}

/** How many may be deleted by one call. */
export const deletedAtOnce = 100

/** Deletes a user with everything of theirs that identity keeps. */
export async function deleteUser(project: ProjectSession, uid: string): Promise<void> {
  const path = accountsPath(project, ':delete')
  await project.call({ method: 'POST', path, body: { localId: uid }, answer: z.unknown() })
}

/** Deletes users, `deletedAtOnce` at most; answers by uid why some could not be, in words. One who is gone is deleted. */
export async function deleteUsers(
  project: ProjectSession,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const answer = z.object({ errors: z.optional(z.array(z.object({ localId: z.string(), message: z.string() }))) })
  const { errors } = await project.call({
    method: 'POST',
    path: accountsPath(project, ':batchDelete'),
    body: { localIds: uids, force: true },
    answer,
  })
  return new Map(errors?.map(({ localId, message }) => [localId, refusalOf(message)]))
}

/** @param said a reason and a sentence, such as `LAST_SERVER_OWNER : …` */
function refusalOf(said: string): string {
  const [, reason = '', message = said] = /^(\w+) : (.*)$/s.exec(said) ?? []
  return messageOf(new HearthError({ code: 'failed-precondition', reason, message }))
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
