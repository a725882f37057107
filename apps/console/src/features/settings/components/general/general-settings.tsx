import { BucketNamesCard } from './bucket-names-card.tsx'
import { DeleteProjectCard } from './delete-project-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { PublicFilesCard } from './public-files-card.tsx'
import { useProject } from '../../../../session/project-context.tsx'

/** What a project is called and looks like, whether its files may be public, what its bucket is called, and its end. */
export function GeneralSettings() {
  const project = useProject()
  return (
    <>
      <GeneralCard />
      <PublicFilesCard />
      <BucketNamesCard />
      {project.role === 'owner' && <DeleteProjectCard />}
    </>
  )
}
