import * as z from 'zod/mini'
import { getFileSettings } from '../../../backend/api/projects.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileReference } from './file-address.ts'

/** Whether everybody may read a file at its public address. */
export interface PublicAccess {
  /** The file is marked so. */
  readonly isMarked: boolean
  /** The project has public files: without it the mark opens nothing. */
  readonly isAllowed: boolean
  readonly url: string
}

/** Of an access list, as the JSON API of Cloud Storage has it. */
export const accessEntries = z.array(z.object({ entity: z.string() }))

export function isForEverybody(entries: z.infer<typeof accessEntries> | undefined): boolean {
  return entries?.some(({ entity }) => entity === 'allUsers') === true
}

export async function getPublicAccess(project: ProjectSession, path: string): Promise<PublicAccess> {
  const [{ publicFiles }, { items }] = await Promise.all([
    getFileSettings(project),
    project.call({ path: `${addressOf(project, path)}/acl`, answer: z.object({ items: accessEntries }) }),
  ])
  const { bucket } = fileReference(project, '')
  const url = new URL(`/${bucket}/${encodeURIComponent(path)}`, location.origin).href
  return { isMarked: isForEverybody(items), isAllowed: publicFiles, url }
}

export async function setPublic(project: ProjectSession, path: string, isPublic: boolean): Promise<void> {
  const query = new URLSearchParams({ predefinedAcl: isPublic ? 'publicRead' : 'projectPrivate' })
  await project.call({
    method: 'PATCH',
    path: `${addressOf(project, path)}?${query}`,
    body: {},
    answer: z.object({ name: z.string() }),
  })
}

function addressOf(project: ProjectSession, path: string): string {
  const { bucket } = fileReference(project, '')
  return `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(path)}`
}
