import { useEffect } from 'react'
import { jobs, newsOfJobs } from '../../shared/jobs/jobs.ts'
import { watchCalmly } from '../../backend/live/watch-calmly.ts'

/**
 * Tells while a job of this tab changes users of a project, so that what is shown of them can be asked for again; see `watchCalmly`.
 * @param onNews must keep its identity
 */
export function useUserNews(project: string, onNews: () => void): void {
  useEffect(() => watchCalmly(() => newsOfJobs(project, 'users'), [jobs.subscribe], onNews), [project, onNews])
}
