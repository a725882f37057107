import { useQuery } from '@tanstack/react-query'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import { listRequests } from '../../../shared/requests/list-requests.ts'
import type { UserQuery } from '../../../shared/people/user-query.ts'
import { getUser } from './change-users.ts'
import { findUsers } from '../../../shared/people/find-users.ts'
import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import { type AuditEntry, listAudit } from '../../../shared/audit/list-audit.ts'

/** Colleagues change users, and so do users themselves; nobody is told of it. */
const usersEveryMs = 15_000
/** Somebody may be trying while a colleague looks. */
const attemptsEveryMs = 30_000
/** More denied requests are not counted. */
const countedMax = 100

/** What the rules denied lately. */
export const deniedLately = { verdict: 'denied', since: '1d' } as const

/** A page of the users that fit. */
export function useUsers(query: UserQuery) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'found', query],
    queryFn: async () => await findUsers(project, query),
    ...whileWatched(usersEveryMs),
  })
}

export function useUser(uid: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'user', uid],
    queryFn: async () => await getUser(project, uid),
    ...whileWatched(usersEveryMs),
  })
}

/**
 * Where a user is signed in.
 *
 * @param state another text when something ended sessions
 */
export function useUserSessions(uid: string, state: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'sessions', uid, state],
    queryFn: async () => await listUserSessions(project, uid),
    ...whileWatched(usersEveryMs),
  })
}

/** Sign-ins with an address that failed lately. */
export function useFailedSignIns(email: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'failed-sign-ins', email],
    queryFn: async () => await listFailedSignIns(project, email),
    ...whileWatched(attemptsEveryMs),
  })
}

/** What the rules denied to a user lately. */
export function useDeniedRequests(uid: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'denied', uid],
    queryFn: async () => await listRequests(project, { ...deniedLately, uid }, { pageSize: countedMax }),
    ...whileWatched(attemptsEveryMs),
  })
}

/** What a user wrote last. */
export function useUserWrites(uid: string) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'writes', uid],
    queryFn: async () => await listRequests(project, { uid, operation: 'write', verdict: 'allowed' }, {}),
  })
}

export function useOpenIdProviders() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'users', 'providers'],
    queryFn: async () => await listOpenIdProviders(project),
  })
}

const answer = z.object({
  oauthIdpConfigs: z.array(
    z.object({ /** Ends in the provider's id. */ name: z.string(), displayName: z.optional(z.string()) }),
  ),
})

/** The OpenID providers that the project has set up, by id and name. */
async function listOpenIdProviders(
  project: ProjectSession,
): Promise<readonly { readonly id: string; readonly label: string }[]> {
  const path = `/v2/projects/${encodeURIComponent(project.id)}/oauthIdpConfigs?pageSize=100`
  const { oauthIdpConfigs } = await project.call({ path, answer })
  return oauthIdpConfigs.map(({ name, displayName }) => {
    const id = name.slice(name.lastIndexOf('/') + 1)
    return { id, label: displayName === undefined || displayName === '' ? id : `${displayName} (${id})` }
  })
}

/** Where a user is signed in, the session used last first. */
async function listUserSessions(project: ProjectSession, uid: string): Promise<readonly api.ListedSession[]> {
  return (await callApi(api.listUserSessions, { project: project.id, uid }, project)).sessions
}

/** Throws `not-found` for one that is over already. */
export async function endUserSession(project: ProjectSession, uid: string, id: string): Promise<void> {
  await callApi(api.endUserSession, { project: project.id, uid, session: id }, project)
}

/** What entries of sign-ins that failed, and of those that were held up, have in common. */
const signInActs = 'account.'

interface FailedSignIns {
  /** The newest first. */
  readonly entries: readonly AuditEntry[]
  /** Whether the log goes further back than was looked. */
  readonly isPartial: boolean
}

/** Where in the audit log they are. */
export function failedSignInsSearch(email: string): {
  readonly section: 'audit'
  readonly action: string
  readonly target: string
} {
  return { section: 'audit', action: signInActs, target: email }
}

/** Sign-ins with an address that failed lately, as far as one page of the log reaches. Owners of the project may ask. */
async function listFailedSignIns(project: ProjectSession, email: string): Promise<FailedSignIns> {
  const { rows, nextPageToken } = await listAudit(project, { actor: '', action: signInActs, target: email }, undefined)
  // The log answers with longer addresses, too.
  const isOfUser = ({ target }: AuditEntry): boolean => target.toLowerCase() === email.toLowerCase()
  return { entries: rows.filter(isOfUser), isPartial: nextPageToken !== undefined }
}
