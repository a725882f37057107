import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ProjectSession } from '../../firebase/project-session.ts'
import { useUploads } from '../../uploads/uploads.ts'
import { FolderTree, pathTo, type FolderNode } from './folder-tree.ts'
import { listFolderNames } from './queries/list-folder-names.ts'

/** The folders of a project, read down to one. */
export interface Folders {
  /** `undefined` until it is known. */
  readonly root: FolderNode | undefined
  readonly tree: FolderTree
}

/** What arrives is put in without asking. */
export function useFolderTree(project: ProjectSession, folder: string): Folders {
  const [tree] = useState(() => new FolderTree((path, from) => listFolderNames(project, path, from)))
  const root = useSyncExternalStore(tree.subscribe, tree.getSnapshot)
  const uploads = useUploads()
  const noted = useRef<ReadonlySet<number>>(new Set())
  useEffect(() => {
    void tree.read(pathTo(folder))
  }, [tree, folder])
  useEffect(() => {
    const arrived = uploads.filter(({ status, project: of }) => status === 'done' && of === project.id)
    for (const { id, path } of arrived) if (!noted.current.has(id)) tree.noteFile(path)
    noted.current = new Set(arrived.map(({ id }) => id))
  }, [tree, uploads, project])
  return { root, tree }
}
