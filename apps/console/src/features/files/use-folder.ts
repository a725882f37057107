import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useEffect } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { useFailure } from '../../ui/query-content.tsx'
import { type FolderListing, pageSize, readFolder, withFile, withPage, withSameFiles } from './folder-listing.ts'
import { type FolderPage, listFolder, type ListedFile, type ObjectMetadata } from './queries/list-objects.ts'
import { useFileNews } from './use-file-news.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { placeOf } from '../../shared/files/file-path.ts'
import { findMetadata } from './queries/find-metadata.ts'

export interface Folder {
  /** `undefined` until the first page is there. */
  readonly pages: readonly FolderPage[] | undefined
  readonly isAsking: boolean
  /** Why the last question failed; what was known stays. */
  readonly error: unknown
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
export function useFolder(folder: string): Folder {
  const project = useProject()
  const client = useQueryClient()
  const queryKey = useMemo(() => [project.id, 'files', 'folder', folder], [project, folder])
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const { wanted = pageSize } = client.getQueryData<FolderListing>(queryKey) ?? {}
      return await readFolder(async (question) => await listFolder(project, folder, question), wanted)
    },
    structuralSharing: (before, listing) =>
      withSameFiles(before as FolderListing | undefined, listing as FolderListing),
    // What another folder holds is none of this one.
    placeholderData: () => undefined,
  })
  const change = useCallback(
    (revise: (listing: FolderListing) => FolderListing) =>
      client.setQueryData<FolderListing>(queryKey, (before) => {
        const after = before && revise(before)
        return after === before ? undefined : after
      }),
    [client, queryKey],
  )
  const reload = useCallback((): void => {
    // A question that is under way may not have seen the news.
    void client.cancelQueries({ queryKey }).then(async () => await client.refetchQueries({ queryKey }))
  }, [client, queryKey])
  const more = useMutation({
    // Whatever is asked meanwhile asks for as much.
    onMutate: () => change((listing) => ({ ...listing, wanted: listing.wanted + pageSize })),
    mutationFn: async (pageToken: string) => await listFolder(project, folder, { pageToken, max: pageSize }),
    onSuccess: (page, pageToken) => change((listing) => withPage(listing, pageToken, page)),
    onError: reload,
  })
  useFileNews(project.id, folder, reload)

  const pages = query.data?.pages
  const files = pages?.flatMap((page) => page.files) ?? []
  const nextPageToken = pages?.at(-1)?.nextPageToken
  const isAsking = query.isFetching || more.isPending
  return {
    pages,
    isAsking,
    error: useFailure(query),
    folders: pages?.flatMap((page) => page.folders) ?? [],
    files,
    hasMore: nextPageToken !== undefined,
    reload,
    loadMore: () => {
      if (nextPageToken !== undefined && !isAsking) more.mutate(nextPageToken)
    },
    note: (path, metadata) => change((listing) => withFile(listing, path, metadata)),
    metadataOf: (path) => files.find((file) => file.path === path)?.metadata,
  }
}

/**
 * A path that somebody typed or pasted may be a file's. Where it turned out to be no folder, the file's details open instead.
 * @param isEmpty that nothing is below the path
 */
export function useFileAtAddress(project: ProjectSession, path: string, isEmpty: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isEmpty || path === '') return
    let isCurrent = true
    void findMetadata(project, path).then(
      (metadata) => {
        if (!isCurrent || metadata === undefined) return
        const { folder, name } = placeOf(path)
        void navigate({
          to: '/projects/$project/files/$',
          params: { project: project.id, _splat: folder },
          search: { file: name },
          replace: true,
        })
      },
      () => {
        // The folder is shown as it is; whoever may not read the file hears so when opening it.
      },
    )
    return () => {
      isCurrent = false
    }
  }, [project, path, isEmpty, navigate])
}
