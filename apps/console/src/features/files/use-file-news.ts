import { useEffect, useCallback } from 'react'
import { jobs, newsOfJobs } from '../../shared/jobs/jobs.ts'
import { watchCalmly } from '../../backend/live/watch-calmly.ts'
import { uploads } from '../../shared/uploads/uploads.ts'
import type { ProjectUsage } from '../../backend/api/projects.ts'
import { useProject } from '../../session/project-context.tsx'
import { useStorageUsage } from './queries/files-queries.ts'

/**
 * Tells when files arrived at or below a folder of a project, and while a job of this tab deletes or moves files, so that what is shown of
 * it can be asked for again; see `watchCalmly`.
 * @param onNews must keep its identity
 */
export function useFileNews(project: string, folder: string, onNews: () => void): void {
  useEffect(
    () => watchCalmly(() => newsOf(project, folder), [uploads.subscribe, jobs.subscribe], onNews),
    [project, folder, onNews],
  )
}

/** Another text when there are news. */
function newsOf(project: string, folder: string): string {
  const prefix = folder === '' ? '' : `${folder}/`
  const arrived = uploads
    .getSnapshot()
    .filter((upload) => upload.status === 'done' && upload.project === project && upload.path.startsWith(prefix))
    .map(({ id }) => `upload ${id}`)
  return [...arrived, newsOfJobs(project, 'files')].join()
}

/**
 * How much the project's files hold, and how much they may. Asked again when files came or went and when `turn` changes; undefined until it is
 * known.
 */
export function useStorageUse(turn: unknown): ProjectUsage | undefined {
  const project = useProject()
  const { data, refetch } = useStorageUsage()
  const readAgain = useCallback((): void => void refetch(), [refetch])
  useFileNews(project.id, '', readAgain)
  useEffect(readAgain, [readAgain, turn])
  return data
}
