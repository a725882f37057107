import { list } from 'firebase/storage'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fileReference } from './file-reference.ts'

const pageSize = 1000

/**
 * The paths of all files in a folder and in the folders below it, at most `max + 1` of them, which tells that there are too many. Throws the
 * SDK's `StorageError`.
 */
export async function filesBelow(project: ProjectSession, folder: string, max: number): Promise<readonly string[]> {
  const found: string[] = []
  const folders = [folder]
  for (let below = folders.shift(); below !== undefined && found.length <= max; below = folders.shift()) {
    let pageToken: string | undefined
    do {
      const page = await list(fileReference(project, below), {
        maxResults: pageSize,
        ...(pageToken !== undefined && { pageToken }),
      })
      found.push(...page.items.map(({ fullPath }) => fullPath))
      folders.push(...page.prefixes.map(({ fullPath }) => fullPath))
      pageToken = page.nextPageToken ?? undefined
    } while (pageToken !== undefined && found.length <= max)
  }
  return found.slice(0, max + 1)
}
