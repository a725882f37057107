import { useState } from 'react'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { projectSettingsTexts as texts } from '../../../../texts/en/project-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'

/** The end of a project. */
export function DeleteProjectCard() {
  const { id, identity } = useProject()
  const { settings } = useConsoleApp()
  const [isOpen, setOpen] = useState(false)
  const isConsole = identity.projectId === settings.app.projectId
  const canGo = settings.mode === 'start' && !isConsole
  return (
    <Card title={texts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">
          {canGo ? texts.deleteText : isConsole ? texts.deleteOfConsole : texts.deleteOfDev}
        </p>
        {canGo && (
          <Button variant="danger" onPress={() => setOpen(true)}>
            {texts.deleteProject}
          </Button>
        )}
      </div>
      {isOpen && <DeleteProjectDialog project={id} onClose={() => setOpen(false)} />}
    </Card>
  )
}
