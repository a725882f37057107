import { compareUtf8 } from '@hearth/model/utf8'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { folderPrefix } from '../../../shared/files/file-path.ts'
import { inParallel } from '../../../backend/api/in-parallel.ts'
import { listNames, pageMax } from './list-objects.ts'

/** So few are asked for one by one. */
const fewMax = 12

/**
 * Those of the paths, all in one folder or below it, where there is a file. Many are looked for in the list, which is read on from the
 * next that is wanted: no more questions than there are paths, and a thousandth of that where they stand together. Throws a `HearthError`.
 */
export async function takenAmong(
  project: ProjectSession,
  folder: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length <= fewMax) {
    const answers = await inParallel(paths, (path) => isTaken(project, path))
    return new Set(paths.filter((_, at) => answers[at] === true))
  }
  const wanted = new Set(paths)
  const taken = new Set<string>()
  const left = [...wanted].toSorted(compareUtf8)
  let last: string | undefined
  for (const startOffset of left) {
    if (last !== undefined && compareUtf8(startOffset, last) <= 0) continue
    const page = await listNames(project, { prefix: folderPrefix(folder), startOffset, maxResults: pageMax })
    for (const name of page.items) if (wanted.has(name)) taken.add(name)
    if (page.nextPageToken === undefined) break
    last = page.items.at(-1)
  }
  return taken
}

/**
 * Whether there is a file at a path. Lists are in the order of names, so the first that begins with the path is the file itself if there
 * is one. The SDK lists whole folders alone, and its question for a file that isn't there shows as an error in the browser's tools.
 */
export async function isTaken(project: ProjectSession, path: string): Promise<boolean> {
  const { items } = await listNames(project, { prefix: path, maxResults: 1 })
  return items[0] === path
}
