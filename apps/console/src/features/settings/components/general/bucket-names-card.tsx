import { useCallback } from 'react'
import { changeFileSettings, getFileSettings } from '../../../../api/file-settings.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { projectSettingsTexts } from '../../../../texts/en/project-settings.ts'
import { AskedList } from '../../../../ui/asked-list.tsx'
import { useAsked } from '../../../../ui/use-asked.ts'
import { NameSet } from '../name-set.tsx'

const texts = projectSettingsTexts.bucketNames

/** What apps call the project's bucket, beside the names that follow from its id. */
export function BucketNamesCard() {
  const project = useProject()
  const { asked, askAgain, replace } = useAsked(useCallback(() => getFileSettings(project), [project]))
  const recent = useRecentSignIn(project)
  return (
    <AskedList asked={asked} askAgain={askAgain} failed={texts.failed} rows={1}>
      {({ bucketNames }) => (
        <>
          <NameSet
            texts={texts}
            names={bucketNames}
            mayChange={project.role === 'owner'}
            isName={isBucketName}
            save={(names) =>
              recent.run(async () => replace(await changeFileSettings(project, { bucketNames: [...names] })))
            }
          />
          {recent.dialog}
        </>
      )}
    </AskedList>
  )
}

/** The server looks closer. */
function isBucketName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(text)
}
