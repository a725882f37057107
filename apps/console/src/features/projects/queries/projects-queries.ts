import { getUsage } from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { asAccount, callApi } from '../../../backend/api/call-api.ts'
import { useSession } from '../../../session/session-context.tsx'
import { Timestamp, type QueryDocumentSnapshot } from 'firebase/firestore'
import type { OperatorRole } from '../../../backend/api/operator-session.ts'
import * as api from '@hearth/api'

/**
 * The projects that an owner can still take back.
 *
 * @param listed the projects that there are: others may have gone or come back
 */
export function useDeletedProjects(listed: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['projects', 'deleted', listed],
    queryFn: async () => await listDeletedProjects(await session.idToken()),
  })
}

/** How much there is in a project, for its card. */
export function useProjectUsage(project: string) {
  const session = useSession()
  return useQuery({
    queryKey: ['projects', 'usage', project],
    queryFn: async () => await callApi(getUsage, { project }, asAccount(await session.idToken())),
  })
}

interface OpenInvitation {
  readonly project: string
  readonly id: string
  readonly role: OperatorRole
}

/** Those of `projects/{project}/invitations/{id}` that can still be accepted. `now` is milliseconds since the epoch. */
export function openInvitations(documents: readonly QueryDocumentSnapshot[], now: number): readonly OpenInvitation[] {
  return documents.flatMap((document) => {
    const { role, expiresAt, acceptedBy } = document.data() as Readonly<Record<string, unknown>>
    const [, project] = document.ref.path.split('/')
    if (project === undefined || acceptedBy !== undefined || !(expiresAt instanceof Timestamp)) return []
    if (expiresAt.toMillis() <= now || (role !== 'viewer' && role !== 'editor' && role !== 'owner')) return []
    return [{ project, id: document.id, role }]
  })
}

export type DeletedProject = api.DeletedProject

/** Those that the signed-in person owns and may take back. */
async function listDeletedProjects(idToken: string): Promise<readonly DeletedProject[]> {
  return (await callApi(api.listDeletedProjects, {}, asAccount(idToken))).deletedProjects
}

/** Throws `not-found` for one that is gone for good, or was taken back. */
export async function undeleteProject(project: string, idToken: string): Promise<void> {
  await callApi(api.undeleteProject, { project }, asAccount(idToken))
}

/** For good, at once. Owners who signed in lately may. Throws as `undeleteProject`. */
export async function removeDeletedProject(project: string, idToken: string): Promise<void> {
  await callApi(api.removeDeletedProject, { project }, asAccount(idToken))
}
