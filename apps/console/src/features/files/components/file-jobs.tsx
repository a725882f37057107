import { isUnderWay, unitOf } from '../../../jobs/job.ts'
import { useJobs } from '../../../jobs/jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { filesTexts } from '../../../texts/en/files.ts'
import { JobCard } from '../../jobs/components/job-card.tsx'

/** Deletions and moves of files that go on, and those that couldn't do all, until they are taken off the list. */
export function FileJobs() {
  const shown = useJobs(useProject().id).filter(
    (job) => unitOf(job) === 'files' && (isUnderWay(job) || job.status === 'failed' || job.failures > 0),
  )
  if (shown.length === 0) return null
  return (
    <ul aria-label={filesTexts.jobs} className="mx-4 mb-3 grid gap-3 tablet:mx-5">
      {shown.map((job) => (
        <li key={job.id} className="min-w-0">
          <JobCard job={job} />
        </li>
      ))}
    </ul>
  )
}
