import { useMutation } from '@tanstack/react-query'
import { useProject } from '../../session/project-context.tsx'
import { filesTexts } from '../../texts/en/files.ts'
import { useFailure } from '../../ui/query-content.tsx'
import { toast } from '../../ui/toast.ts'
import { createLink, revokeLink, type DownloadLink } from './queries/download-links.ts'
import { useDownloadLinks } from './queries/files-queries.ts'

export interface Links {
  /** `undefined` until they are known. */
  readonly all: readonly DownloadLink[] | undefined
  readonly readError: unknown
  readonly changeError: unknown
  readonly isChanging: boolean
  readonly create: () => void
  readonly revoke: (link: DownloadLink) => void
}

interface Change {
  readonly act: () => Promise<void>
  /** What is said when it is done. */
  readonly news: string
}

/** The download links of a file, and what changes them. New content has new links, so the generation is part of the question. */
export function useLinks(path: string, generation: string | undefined): Links {
  const project = useProject()
  const links = useDownloadLinks(path, generation)
  const change = useMutation({
    mutationFn: async ({ act }: Change) => await act(),
    onSuccess: (_, { news }) => void toast(news),
    onSettled: () => void links.refetch(),
  })

  return {
    all: links.data,
    readError: useFailure(links),
    changeError: change.error ?? undefined,
    isChanging: change.isPending,
    create: () => change.mutate({ act: async () => await createLink(project, path), news: filesTexts.linkMade }),
    revoke: ({ token }) =>
      change.mutate({ act: async () => await revokeLink(project, path, token), news: filesTexts.revoked }),
  }
}
