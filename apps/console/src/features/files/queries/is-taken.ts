import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fileReference } from './file-reference.ts'

const answer = z.object({ items: z.optional(z.array(z.object({ name: z.string() }))) })

/**
 * Whether there is a file at a path. Lists are in the order of names, so the first that begins with the path is the file itself if there
 * is one. The SDK lists whole folders alone, and its question for a file that isn't there shows as an error in the browser's tools.
 */
export async function isTaken(project: ProjectSession, path: string): Promise<boolean> {
  const { bucket } = fileReference(project, path)
  const query = new URLSearchParams({ prefix: path, maxResults: '1' })
  const { items } = await project.call({ path: `/v0/b/${encodeURIComponent(bucket)}/o?${query}`, answer })
  return items?.[0]?.name === path
}
