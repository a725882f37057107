import { Outlet, getRouteApi } from '@tanstack/react-router'
import { ProjectProvider } from '../../../session/project-context.tsx'

const route = getRouteApi('/opened/signed-in/projects/$project')

/** The pages of one project, with the session that reads and writes there. */
export function ProjectLayout() {
  const { project } = route.useLoaderData()
  return (
    <ProjectProvider key={project.id} project={project}>
      <Outlet />
    </ProjectProvider>
  )
}
