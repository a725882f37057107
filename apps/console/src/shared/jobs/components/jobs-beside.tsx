import { isUnderWay, type Job, type JobKind, type JobUnit, unitOf } from '../job.ts'
import { isBegunHere } from '../server-jobs.ts'
import { useAllJobs } from '../use-all-jobs.ts'
import { ListedJob } from './listed-job.tsx'

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
  const shown = useAllJobs().filter(
    (job) =>
      unitOf(job) === unit &&
      (kind === undefined || job.kind === kind) &&
      isNews(job) &&
      (job.status !== 'done' || isWorthKeeping(job)),
  )
  if (shown.length === 0) return null
  return (
    <ul aria-label={label} className={`grid gap-3 ${className}`}>
      {shown.slice(0, max).map((job) => (
        <li key={job.id} className="min-w-0">
          <ListedJob job={job} />
        </li>
      ))}
    </ul>
  )
}

/** Though it is done: somebody has something to do about it. */
function isWorthKeeping({ kind, kept, failures, file, undo, server }: Job): boolean {
  // What was to go and stays is there to be looked at.
  return (
    failures > 0 ||
    file !== undefined ||
    (server?.result ?? null) !== null ||
    undo !== 'none' ||
    (kind === 'delete' && kept > 0)
  )
}

/** The server keeps jobs for days, and those of others: here are the ones under way, and those that were begun here. */
function isNews(job: Job): boolean {
  return job.server === undefined || isUnderWay(job) || isBegunHere(job)
}
