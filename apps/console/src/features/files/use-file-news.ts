import { useEffect } from 'react'
import { jobs, newsOfJobs } from '../../shared/jobs/jobs.ts'
import { watchCalmly } from '../../backend/live/watch-calmly.ts'
import { uploads } from '../../shared/uploads/uploads.ts'

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
