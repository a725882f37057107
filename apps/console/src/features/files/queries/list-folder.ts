import type { ProjectSession } from '../../../firebase/project-session.ts'
import { folderPrefix, lastNameOf } from '../file-path.ts'
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
  return {
    folders: page.folders.map(lastNameOf),
    files: page.items
      // Some programs keep an empty file by the name of a folder, so that it is there.
      .filter(({ name }) => name !== prefix)
      .map(({ name: path, ...metadata }) => ({ name: lastNameOf(path), path, metadata })),
    nextPageToken: page.nextPageToken,
  }
}
