import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { reactionTo } from '../../backend/errors/reaction.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { afterInterruption } from '../../backend/live/after-interruption.ts'
import { FolderListing, type ListingState } from './folder-listing.ts'
import { listFolder, type ListedFile } from './queries/list-folder.ts'
import type { ObjectMetadata } from './queries/list-objects.ts'
import { useFileNews } from './use-file-news.ts'

export interface Folder extends ListingState {
  readonly folders: readonly string[]
  readonly files: readonly ListedFile[]
  readonly hasMore: boolean
  readonly reload: () => void
  readonly loadMore: () => void
  /** A file that was changed here or, with `undefined`, is gone. */
  readonly note: (path: string, metadata: ObjectMetadata | undefined) => void
  readonly metadataOf: (path: string) => ObjectMetadata | undefined
}

/** What a folder holds. It is asked for again when files came or went, and when the server is back. */
export function useFolder(project: ProjectSession, folder: string): Folder {
  const [listing] = useState(() => new FolderListing((question) => listFolder(project, folder, question)))
  const state = useSyncExternalStore(listing.subscribe, listing.getSnapshot)
  const reload = useCallback(() => void listing.reload(), [listing])
  useEffect(reload, [reload])
  useFileNews(project.id, folder, reload)
  useReturn(state.error, listing)

  const files = state.pages?.flatMap((page) => page.files) ?? []
  return {
    ...state,
    folders: state.pages?.flatMap((page) => page.folders) ?? [],
    files,
    hasMore: state.pages?.at(-1)?.nextPageToken !== undefined,
    reload,
    loadMore: useCallback(() => void listing.loadMore(), [listing]),
    note: useCallback((path, metadata) => listing.note(path, metadata), [listing]),
    metadataOf: (path) => files.find((file) => file.path === path)?.metadata,
  }
}

/** What got no answer is asked for again by itself. */
function useReturn(failing: unknown, listing: FolderListing): void {
  const failures = useRef(0)
  useEffect(() => {
    if (failing === undefined) failures.current = 0
    else if (reactionTo(failing).kind === 'unreachable') {
      let isCurrent = true
      void afterInterruption(failures.current++).then(() => {
        if (isCurrent) void listing.reload()
      })
      return () => {
        isCurrent = false
      }
    }
    return undefined
  }, [failing, listing])
}
