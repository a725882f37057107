import { DeleteProjectCard } from './delete-project-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { PublicFilesCard } from './public-files-card.tsx'
import { useProject } from '../../../../session/project-context.tsx'

/** What a project is called and looks like, whether its files may be public, and its end. */
export function GeneralSettings() {
  const project = useProject()
  return (
    <>
      <GeneralCard />
      <PublicFilesCard />
      {project.role === 'owner' && <DeleteProjectCard />}
    </>
  )
}
