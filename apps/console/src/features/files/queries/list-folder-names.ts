import { list } from 'firebase/storage'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fileReference } from './file-reference.ts'

const pageSize = 1000
/** Files stand between the folders of a list; beyond so many entries the rest of the folders is left out. */
const pagesMax = 5

/** The names of the folders right below one, by name. Throws the SDK's `StorageError`. */
export async function listFolderNames(project: ProjectSession, folder: string): Promise<readonly string[]> {
  const names: string[] = []
  let pageToken: string | undefined
  let pages = 0
  do {
    const page = await list(fileReference(project, folder), {
      maxResults: pageSize,
      ...(pageToken !== undefined && { pageToken }),
    })
    names.push(...page.prefixes.map(({ name }) => name))
    pageToken = page.nextPageToken
    pages += 1
  } while (pageToken !== undefined && pages < pagesMax)
  return names
}
