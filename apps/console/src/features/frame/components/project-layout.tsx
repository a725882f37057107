import { useQueryClient } from '@tanstack/react-query'
import { Outlet, getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { ProjectProvider } from '../../../session/project-context.tsx'
import { UndoQuestion } from './undo-question.tsx'

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
    </ProjectProvider>
  )
}
