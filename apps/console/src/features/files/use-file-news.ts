import { useEffect } from 'react'
import { isUnderWay, unitOf } from '../../jobs/job.ts'
import { jobs } from '../../jobs/jobs.ts'
import { uploads } from '../../uploads/uploads.ts'

/** Many small files that come or go one after the other don't make as many questions. */
const calmMs = 1500

/**
 * Tells when files arrived at or below a folder of a project, and while a job of this tab deletes or moves files, so that what is shown of
 * it can be asked for again: at once when it was quiet, and at most every 1.5 seconds.
 * @param onNews must keep its identity
 */
export function useFileNews(project: string, folder: string, onNews: () => void): void {
  useEffect(() => {
    let known = newsOf(project, folder)
    let toldAt = Number.NEGATIVE_INFINITY
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      known = newsOf(project, folder)
      toldAt = performance.now()
      onNews()
    }
    const look = () => {
      if (timer !== undefined || newsOf(project, folder) === known) return
      timer = setTimeout(tell, Math.max(0, toldAt + calmMs - performance.now()))
    }
    const leave = [uploads.subscribe(look), jobs.subscribe(look)]
    return () => {
      clearTimeout(timer)
      for (const end of leave) end()
    }
  }, [project, folder, onNews])
}

/** Another text when there are news. */
function newsOf(project: string, folder: string): string {
  const prefix = folder === '' ? '' : `${folder}/`
  const arrived = uploads
    .getSnapshot()
    .filter((upload) => upload.status === 'done' && upload.project === project && upload.path.startsWith(prefix))
    .map(({ id }) => `upload ${id}`)
  const changed = jobs
    .getSnapshot()
    .filter((job) => job.project === project && unitOf(job) === 'files' && job.done > 0)
    .map((job) => `job ${job.id} ${job.done} ${isUnderWay(job)}`)
  return [...arrived, ...changed].join()
}
