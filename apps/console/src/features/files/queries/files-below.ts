import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { folderPrefix } from '../../../shared/files/file-path.ts'
import { listNames, pageMax } from './list-objects.ts'

/**
 * The paths of all files in a folder and in the folders below it, at most `max + 1` of them, which tells that there are too many. Throws a
 * `HearthError`.
 */
export async function filesBelow(project: ProjectSession, folder: string, max: number): Promise<readonly string[]> {
  const found: string[] = []
  let pageToken: string | undefined
  do {
    const page = await listNames(project, { prefix: folderPrefix(folder), maxResults: pageMax, pageToken })
    found.push(...page.items)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined && found.length <= max)
  return found.slice(0, max + 1)
}
