import { useCallback, useState } from 'react'
import type { ProjectSession } from '../../firebase/project-session.ts'
import { filesTexts } from '../../texts/en/files.ts'
import { toast } from '../../ui/toast.ts'
import { useAsked } from '../../ui/use-asked.ts'
import { createLink, listLinks, revokeLink, type DownloadLink } from './queries/download-links.ts'

export interface Links {
  /** `undefined` until they are known. */
  readonly all: readonly DownloadLink[] | undefined
  readonly readError: unknown
  readonly changeError: unknown
  readonly isChanging: boolean
  readonly create: () => void
  readonly revoke: (link: DownloadLink) => void
}

/** The download links of a file, and what changes them. New content has new links, so the generation is part of the question. */
export function useLinks(project: ProjectSession, path: string, generation: string | undefined): Links {
  const ask = useCallback(
    async () => (generation === undefined ? undefined : await listLinks(project, path)),
    [project, path, generation],
  )
  const { asked, askAgain } = useAsked(ask)
  const [isChanging, setChanging] = useState(false)
  const [changeError, setChangeError] = useState<unknown>()

  const change = async (act: () => Promise<void>, news: string) => {
    setChangeError(undefined)
    setChanging(true)
    try {
      await act()
      toast(news)
    } catch (thrown) {
      setChangeError(thrown)
    }
    setChanging(false)
    askAgain()
  }

  return {
    all: asked.answer,
    readError: asked.status === 'failed' ? asked.error : undefined,
    changeError,
    isChanging,
    create: () => void change(() => createLink(project, path), filesTexts.linkMade),
    revoke: ({ token }) => void change(() => revokeLink(project, path, token), filesTexts.revoked),
  }
}
