import { useSyncExternalStore } from 'react'
import { jobTexts } from '../texts/en/jobs.ts'
import { toast } from '../ui/toast.ts'
import { isUnderWay, type Job, outcomeOf } from './job.ts'
import { JobList } from './job-list.ts'
import { saveFile } from '../ui/save-file.ts'

/** All jobs of this tab, whatever screen is open. */
export const jobs = new JobList({
  runningMax: 2,
  keptMax: 50,
  problemsMax: 100,
  now: () => Date.now(),
  onEnd: announce,
})

jobs.subscribe(() => {
  if (jobs.getSnapshot().some(isUnderWay)) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})

/** Those of a project, the newest first. */
export function useJobs(project: string): readonly Job[] {
  const all = useSyncExternalStore(jobs.subscribe, jobs.getSnapshot)
  return all.filter((job) => job.project === project)
}

function announce(job: Job): void {
  const { file } = job
  if (job.status === 'failed') toast(jobTexts.failedNews(jobTexts.kinds[job.kind]))
  else if (file === undefined) toast(jobTexts.news[outcomeOf(job)](jobTexts.kinds[job.kind]))
  else toast(jobTexts.fileNews(file.name), { label: jobTexts.download, run: () => saveFile(file.name, file.content) })
}

/** The browser asks in its own words. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
