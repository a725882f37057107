import { DeleteProjectCard } from './delete-project-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { useProject } from '../../../../session/project-context.tsx'

/** What a project is called and looks like, and its end. */
export function GeneralSettings() {
  const project = useProject()
  return (
    <>
      <GeneralCard />
      {project.role === 'owner' && <DeleteProjectCard />}
    </>
  )
}
