import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { isUnderWay, unitOf } from '../../shared/jobs/job.ts'
import { jobs } from '../../shared/jobs/jobs.ts'
import { uploads } from '../../shared/uploads/uploads.ts'
import { FolderTree, pathTo, type FolderNode } from './folder-tree.ts'
import { listFolderNames } from './queries/list-folder.ts'

export interface Folders {
  /** `undefined` until it is known. */
  readonly root: FolderNode | undefined
  readonly tree: FolderTree
}

/**
 * The folders of a project, read down to one. What arrives is put in without asking; after a job that deleted or moved files what is open
 * is read anew.
 */
export function useFolderTree(project: ProjectSession, folder: string): Folders {
  const [tree] = useState(() => new FolderTree((path, from) => listFolderNames(project, path, from)))
  const root = useSyncExternalStore(tree.subscribe, tree.getSnapshot)
  useEffect(() => {
    void tree.read(pathTo(folder))
  }, [tree, folder])
  useEffect(() => {
    let noted: ReadonlySet<number> = new Set()
    const note = () => {
      const arrived = uploads
        .getSnapshot()
        .filter((upload) => upload.status === 'done' && upload.project === project.id)
      tree.noteFiles(arrived.filter(({ id }) => !noted.has(id)).map(({ path }) => path))
      noted = new Set(arrived.map(({ id }) => id))
    }
    note()
    return uploads.subscribe(note)
  }, [tree, project])
  useEffect(() => {
    let known = endedJobs(project.id)
    return jobs.subscribe(() => {
      const ended = endedJobs(project.id)
      if (ended === known) return
      known = ended
      void tree.reload()
    })
  }, [tree, project])
  return { root, tree }
}

/** Another text when one more is over. */
function endedJobs(project: string): string {
  return jobs
    .getSnapshot()
    .filter((job) => job.project === project && unitOf(job) === 'files' && !isUnderWay(job) && job.done > 0)
    .map(({ id }) => id)
    .join()
}
