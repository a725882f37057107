import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { folderPrefix, lastNameOf } from '../../../shared/files/file-path.ts'
import type { FolderNames } from '../folder-tree.ts'
import { listNames, pageMax } from './list-objects.ts'

/** Files stand between the folders of a list: whoever wants to know of folders beyond so many entries asks for more. */
const pagesMax = 10
/** And more folders than these make a tree that nobody reads. */
const namesMax = 1000

/** Names of the folders right below one, in the order of the server, from where an answer before it ended. Throws a `HearthError`. */
export async function listFolderNames(
  project: ProjectSession,
  folder: string,
  from: string | undefined,
): Promise<FolderNames> {
  const names: string[] = []
  let rest = from
  let pages = 0
  do {
    const page = await listNames(project, {
      prefix: folderPrefix(folder),
      delimiter: '/',
      maxResults: pageMax,
      pageToken: rest,
    })
    names.push(...page.folders.map(lastNameOf))
    rest = page.nextPageToken
    pages += 1
  } while (rest !== undefined && pages < pagesMax && names.length < namesMax)
  return { names, rest }
}
