import { isUnderWay, type JobKind, type JobUnit, unitOf } from '../../../jobs/job.ts'
import { useJobs } from '../../../jobs/jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { JobCard } from './job-card.tsx'

export interface JobsBesideProps {
  readonly unit: JobUnit
  /** Only those that do this. */
  readonly kind?: JobKind
  readonly label: string
  readonly className?: string
}

/** On the screen of what they change: jobs that go on, that have a file, and that couldn't do all, until they are taken off the list. */
export function JobsBeside({ unit, kind, label, className = '' }: JobsBesideProps) {
  const shown = useJobs(useProject().id).filter(
    (job) =>
      unitOf(job) === unit &&
      (kind === undefined || job.kind === kind) &&
      (isUnderWay(job) || job.status === 'failed' || job.failures > 0 || job.file !== undefined),
  )
  if (shown.length === 0) return null
  return (
    <ul aria-label={label} className={`grid gap-3 ${className}`}>
      {shown.map((job) => (
        <li key={job.id} className="min-w-0">
          <JobCard job={job} />
        </li>
      ))}
    </ul>
  )
}
