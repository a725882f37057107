import { type Job, type JobKind, type JobUnit, unitOf } from '../job.ts'
import { useJobs } from '../jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { JobCard } from './job-card.tsx'

export interface JobsBesideProps {
  readonly unit: JobUnit
  /** Only those that do this. */
  readonly kind?: JobKind
  readonly label: string
  /** Only so many, the newest; undefined for all. */
  readonly max?: number
  readonly className?: string
}

/** On the screen of what they change: jobs that go on, that have a file, and that couldn't do all, until they are taken off the list. */
export function JobsBeside({ unit, kind, label, max, className = '' }: JobsBesideProps) {
  const shown = useJobs(useProject().id).filter(
    (job) =>
      unitOf(job) === unit &&
      (kind === undefined || job.kind === kind) &&
      (job.status !== 'done' || isWorthKeeping(job)),
  )
  if (shown.length === 0) return null
  return (
    <ul aria-label={label} className={`grid gap-3 ${className}`}>
      {shown.slice(0, max).map((job) => (
        <li key={job.id} className="min-w-0">
          <JobCard job={job} />
        </li>
      ))}
    </ul>
  )
}

/** Though it is done: somebody has something to do about it. */
function isWorthKeeping({ kind, kept, failures, file, undo }: Job): boolean {
  // What was to go and stays is there to be looked at.
  return failures > 0 || file !== undefined || undo !== 'none' || (kind === 'delete' && kept > 0)
}
