import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { folderOfAddress } from '../file-path.ts'
import { FolderView } from './folder-view.tsx'

/** The stored files of a project. The address says which folder is open and, as `?file=`, which file. */
export function FilesPage() {
  const project = useProject()
  const { _splat = '' } = useParams({ strict: false })
  const folder = folderOfAddress(_splat)
  // Whoever walks from folder to folder by keyboard goes on in the list; whoever opens the page begins at its top.
  const first = useRef(folder)
  const hasWalked = useRef(false)
  hasWalked.current ||= folder !== first.current
  return <FolderView key={`${project.id}/${folder}`} folder={folder} takesFocus={hasWalked.current} />
}
