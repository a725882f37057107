import { useMyProjects } from '../../../console-data/my-projects.ts'
import { renameProject } from '../../../console-data/project-document.ts'
import { dataOf } from '../../../live/live-state.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useProject } from '../../../session/project-context.tsx'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { Card } from '../../../ui/card.tsx'
import { NameForm } from '../../../ui/name-form.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The project's name, which its owners change. */
export function ProjectNameCard() {
  const project = useProject()
  const { app } = useConsoleApp()
  const name = dataOf(useMyProjects())?.find(({ id }) => id === project.id)?.name
  return (
    <Card title={settingsTexts.general}>
      {name === undefined ? (
        <Skeleton rows={1} />
      ) : project.role === 'owner' ? (
        <NameForm
          // Somebody else may rename it meanwhile.
          key={name}
          label={settingsTexts.name}
          description={settingsTexts.nameHelp}
          name={name}
          autoComplete="off"
          save={settingsTexts.save}
          saved={settingsTexts.nameSaved}
          onSave={(changed) => renameProject(app, project.id, changed)}
        />
      ) : (
        <>
          <p>{name}</p>
          <p className="text-table text-ink-2">{settingsTexts.ownersName}</p>
        </>
      )}
    </Card>
  )
}
