import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { getFileSettings } from '../../../backend/api/projects.ts'
import { folderPrefix, lastNameOf } from '../../../shared/files/file-path.ts'
import { listWithMetadata, type ObjectMetadata } from './list-objects.ts'

export interface ListedFile {
  readonly name: string
  readonly path: string
  readonly metadata: ObjectMetadata
}

export interface FolderPage {
  /** Names, without slashes. */
  readonly folders: readonly string[]
  readonly files: readonly ListedFile[]
  readonly nextPageToken: string | undefined
}

/** One page of a folder, by name, with at most `max` files and folders. Throws a `HearthError`. */
export async function listFolder(
  project: ProjectSession,
  folder: string,
  { pageToken, max }: { readonly pageToken: string | undefined; readonly max: number },
): Promise<FolderPage> {
  const prefix = folderPrefix(folder)
  const page = await listWithMetadata(project, { prefix, delimiter: '/', maxResults: max, pageToken })
  const items = await withoutIdleMarks(project, page.items)
  return {
    folders: page.folders.map(lastNameOf),
    files: items
      // Some programs keep an empty file by the name of a folder, so that it is there.
      .filter(({ name }) => name !== prefix)
      .map(({ name: path, ...metadata }) => ({ name: lastNameOf(path), path, metadata })),
    nextPageToken: page.nextPageToken,
  }
}

/** The mark of a public file opens nothing while the project has no public files. */
async function withoutIdleMarks<Item extends ObjectMetadata>(
  project: ProjectSession,
  items: readonly Item[],
): Promise<readonly Item[]> {
  if (!items.some(({ isPublic }) => isPublic === true) || (await getFileSettings(project)).publicFiles) return items
  return items.map((item) => ({ ...item, isPublic: undefined }))
}
