import { NotBuiltPage } from '../../../ui/not-built-page.tsx'

export function ProjectsPage() {
  return <NotBuiltPage title="projects" />
}
