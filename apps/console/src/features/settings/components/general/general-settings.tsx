import { DeleteProjectCard } from './delete-project-card.tsx'
import { GeneralCard } from './general-card.tsx'
import { PublicFilesCard } from './public-files-card.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { useChangeFileSettings, useFileSettings } from '../../../../shared/project-queries.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { projectSettingsTexts } from '../../../../texts/en/project-settings.ts'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { NameSet } from '../name-set.tsx'

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

const texts = projectSettingsTexts.bucketNames

/** What apps call the project's bucket, beside the names that follow from its id. */
function BucketNamesCard() {
  const project = useProject()
  const settings = useFileSettings()
  const { mutateAsync: change } = useChangeFileSettings()
  const recent = useRecentSignIn(project)
  return (
    <QueryContent query={settings} failed={texts.failed} rows={1}>
      {({ bucketNames }) => (
        <>
          <NameSet
            texts={texts}
            names={bucketNames}
            mayChange={project.role === 'owner'}
            isName={isBucketName}
            save={(names) => recent.run(async () => void (await change({ bucketNames: [...names] })))}
          />
          {recent.dialog}
        </>
      )}
    </QueryContent>
  )
}

/** The server looks closer. */
function isBucketName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(text)
}
