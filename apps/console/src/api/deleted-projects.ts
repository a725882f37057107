import * as z from 'zod/mini'
import { callHearth } from './call-hearth.ts'

const path = '/hearth/v1/deleted-projects'
const deletedProject = z.object({
  projectId: z.string(),
  name: z.string(),
  /** RFC 3339. */
  deletedAt: z.string(),
  /** Until then it can be taken back. */
  endsAt: z.string(),
})
const list = z.object({ deletedProjects: z.array(deletedProject) })

export type DeletedProject = z.infer<typeof deletedProject>

/** Those that the signed-in person owns and may take back. */
export async function listDeletedProjects(idToken: string): Promise<readonly DeletedProject[]> {
  return (await callHearth({ path, idToken, answer: list })).deletedProjects
}

/** Throws `not-found` for one that is gone for good, or was taken back. */
export async function undeleteProject(project: string, idToken: string): Promise<void> {
  await callHearth({
    method: 'POST',
    path: `${path}/${encodeURIComponent(project)}/undelete`,
    idToken,
    answer: z.unknown(),
  })
}

/** For good, at once. Owners who signed in lately may. Throws as `undeleteProject`. */
export async function removeDeletedProject(project: string, idToken: string): Promise<void> {
  await callHearth({ method: 'DELETE', path: `${path}/${encodeURIComponent(project)}`, idToken, answer: z.unknown() })
}
