import type { FullMetadata } from 'firebase/storage'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { ProjectSession } from '../../firebase/project-session.ts'
import { FolderListing, type ListingState } from './folder-listing.ts'
import { listFolder, type ListedFile } from './queries/list-folder.ts'
import { useArrivals } from './use-arrivals.ts'

export interface Folder extends ListingState {
  readonly folders: readonly string[]
  readonly files: readonly ListedFile[]
  readonly hasMore: boolean
  readonly reload: () => void
  readonly loadMore: () => void
  /** A file that was changed here or, with `undefined`, is gone. */
  readonly note: (path: string, metadata: FullMetadata | undefined) => void
  readonly metadataOf: (path: string) => FullMetadata | undefined
}

/** What a folder holds. It is asked for again when a file arrived there. */
export function useFolder(project: ProjectSession, folder: string): Folder {
  const [listing] = useState(() => new FolderListing((pageToken) => listFolder(project, folder, pageToken)))
  const state = useSyncExternalStore(listing.subscribe, listing.getSnapshot)
  const arrivals = useArrivals(project.id, folder)
  useEffect(() => {
    void listing.reload()
  }, [listing, arrivals])

  const files = state.pages?.flatMap((page) => page.files) ?? []
  return {
    ...state,
    folders: state.pages?.flatMap((page) => page.folders) ?? [],
    files,
    hasMore: state.pages?.at(-1)?.nextPageToken !== undefined,
    reload: useCallback(() => void listing.reload(), [listing]),
    loadMore: useCallback(() => void listing.loadMore(), [listing]),
    note: useCallback((path, metadata) => listing.note(path, metadata), [listing]),
    metadataOf: (path) => files.find((file) => file.path === path)?.metadata,
  }
}
