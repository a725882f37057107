import { useQueryClient } from '@tanstack/react-query'
import { Outlet, getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { ProjectProvider, useProject } from '../../../session/project-context.tsx'
import { messageOf } from '../../../backend/errors/reaction.ts'
import type { Job } from '../../../shared/jobs/job.ts'
import { askBeforeUndo } from '../../../shared/jobs/jobs.ts'
import { useServerJobNews } from '../../../shared/jobs/server-jobs.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { jobTexts } from '../../../texts/en/jobs.ts'
import { toastProblem } from '../../../ui/toast.ts'

// It needs the document database's part of the SDK; the pages don't wait for it.
const ProjectNews = lazy(async () => ({ default: (await import('./project-news.tsx')).ProjectNews }))

const route = getRouteApi('/opened/signed-in/projects/$project')

/** The pages of one project, with the session that reads and writes there. */
export function ProjectLayout() {
  const { project } = route.useLoaderData()
  const client = useQueryClient()
  // What was known of a project is let go with it.
  useEffect(() => () => client.removeQueries({ queryKey: [project.id] }), [client, project.id])
  return (
    <ProjectProvider key={project.id} project={project}>
      <Suspense>
        <ProjectNews />
      </Suspense>
      <Outlet />
      <UndoQuestion />
      <ServerJobNews />
    </ProjectProvider>
  )
}

/** On every screen of a project, since the note about a job that is over stands on each: asks who somebody is who takes one back. */
function UndoQuestion() {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const ask = useEffectEvent((job: Job, takeBack: () => void): boolean => {
    if (job.project !== project.id) return false
    const act = jobTexts.undoOf(jobTexts.of(jobTexts.kinds[job.kind], job.target))
    recent.run(async () => takeBack(), { act }).catch((thrown: unknown) => toastProblem(messageOf(thrown)))
    return true
  })
  useEffect(() => askBeforeUndo((job, takeBack) => ask(job, takeBack)), [])
  return recent.dialog
}

/** On every screen of a project: says when a job of the server that this tab has begun is over. */
function ServerJobNews() {
  useServerJobNews()
  return null
}
