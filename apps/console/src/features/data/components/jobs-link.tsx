import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { isUnderWay } from '../../../shared/jobs/job.ts'
import { useJobs } from '../../../shared/jobs/jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { jobTexts } from '../../../texts/en/jobs.ts'
import { buttonClasses } from '../../../ui/button.tsx'

/** The way to the jobs, with how many run; there once there is one. */
export function JobsLink() {
  const project = useProject()
  const jobs = useJobs(project.id)
  if (jobs.length === 0) return null
  const running = jobs.filter(isUnderWay).length
  return (
    <Link to="/projects/$project/jobs" params={{ project: project.id }} className={buttonClasses('quiet')}>
      <ListChecks aria-hidden="true" />
      {running === 0 ? jobTexts.title : jobTexts.running(running)}
    </Link>
  )
}
