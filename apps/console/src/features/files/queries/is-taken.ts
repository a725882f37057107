import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { listNames } from './list-objects.ts'

/**
 * Whether there is a file at a path. Lists are in the order of names, so the first that begins with the path is the file itself if there
 * is one. The SDK lists whole folders alone, and its question for a file that isn't there shows as an error in the browser's tools.
 */
export async function isTaken(project: ProjectSession, path: string): Promise<boolean> {
  const { items } = await listNames(project, { prefix: path, maxResults: 1 })
  return items[0] === path
}
