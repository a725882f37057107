import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { filesTexts } from '../../../texts/en/files.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { folderOfAddress } from '../../../shared/files/file-path.ts'
import { FolderView } from './folder-view.tsx'

// A phone shows no tree, and loads none.
const FolderTreeView = lazy(async () => ({ default: (await import('./folder-tree-view.tsx')).FolderTreeView }))

/** The stored files of a project. The address says which folder is open and, as `?file=`, which file. */
export function FilesPage() {
  const { _splat = '' } = useParams({ strict: false })
  const folder = folderOfAddress(_splat)
  const hasRoomForTree = useMediaQuery('(width >= 90rem)')
  // Whoever walks from folder to folder by keyboard goes on in the list; whoever opens the page begins at its top.
  const first = useRef(folder)
  const hasWalked = useRef(false)
  hasWalked.current ||= folder !== first.current
  return (
    <div className="flex min-h-full items-stretch">
      {hasRoomForTree && (
        <nav aria-label={filesTexts.tree} className="w-56 shrink-0 border-r border-line px-2 py-4">
          <h2 className="mb-1 px-2 text-small font-medium text-ink-2">{filesTexts.tree}</h2>
          <Suspense fallback={null}>
            <FolderTreeView folder={folder} />
          </Suspense>
        </nav>
      )}
      <FolderView key={folder} folder={folder} takesFocus={hasWalked.current} />
    </div>
  )
}
