import { list, type FullMetadata } from 'firebase/storage'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { fileReference } from './file-reference.ts'
import { findMetadata } from './find-metadata.ts'
import { inParallel } from './in-parallel.ts'

export interface ListedFile {
  readonly name: string
  readonly path: string
  /** `undefined` when the file went away between the list and the question. */
  readonly metadata: FullMetadata | undefined
}

export interface FolderPage {
  /** Names, without slashes. */
  readonly folders: readonly string[]
  readonly files: readonly ListedFile[]
  readonly nextPageToken: string | undefined
}

const pageSize = 50

/**
 * One page of a folder, by name. The protocol lists names alone, so each file is asked for what else is known of it. Throws the SDK's
 * `StorageError`.
 */
export async function listFolder(
  project: ProjectSession,
  folder: string,
  pageToken: string | undefined,
): Promise<FolderPage> {
  const page = await list(fileReference(project, folder), {
    maxResults: pageSize,
    ...(pageToken !== undefined && { pageToken }),
  })
  return {
    folders: page.prefixes.map(({ name }) => name),
    files: await inParallel(page.items, async (item) => ({
      name: item.name,
      path: item.fullPath,
      metadata: await findMetadata(item),
    })),
    nextPageToken: page.nextPageToken ?? undefined,
  }
}
