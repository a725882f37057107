import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useAllJobs } from '../../../shared/jobs/use-all-jobs.ts'
import { useProject } from '../../../session/project-context.tsx'
import { jobTexts } from '../../../texts/en/jobs.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { ListedJob } from '../../../shared/jobs/components/listed-job.tsx'

/** The long things that the server and this tab do in a project, with how far each has come. */
export function JobsPage() {
  const project = useProject()
  const jobs = useAllJobs()
  usePageTitle(jobTexts.title)
  return (
    <>
      <PageHeader title={jobTexts.title} fact={jobTexts.fact} />
      <PageBody width={jobs.length === 0 ? 'full' : 'narrow'}>
        {jobs.length === 0 ? (
          <EmptyState
            icon={<ListChecks />}
            title={jobTexts.none}
            action={
              <Link
                to="/projects/$project/data/$"
                params={{ project: project.id, _splat: '' }}
                className={buttonClasses()}
              >
                {jobTexts.goToData}
              </Link>
            }
          >
            {jobTexts.noneHelp}
          </EmptyState>
        ) : (
          <ul aria-label={jobTexts.list} className="grid gap-3">
            {jobs.map((job) => (
              <li key={job.id} className="min-w-0">
                <ListedJob job={job} />
              </li>
            ))}
          </ul>
        )}
      </PageBody>
    </>
  )
}
