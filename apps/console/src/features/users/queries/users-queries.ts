import { useQuery } from '@tanstack/react-query'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import type { UserQuery } from '../../../shared/people/user-query.ts'
import { getUser } from './change-users.ts'
import { findUsers } from '../../../shared/people/find-users.ts'
import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'

/** Colleagues change users, and so do users themselves; nobody is told of it. */
const usersEveryMs = 15_000

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
