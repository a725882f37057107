import { useState } from 'react'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { projectSettingsTexts as texts } from '../../../../texts/en/project-settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { useNavigate } from '@tanstack/react-router'
import { deleteProject } from '../../../../backend/api/projects.ts'
import { ownDeletions } from '../../../../session/own-deletions.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { useSession } from '../../../../session/session-context.tsx'
import { toast } from '../../../../ui/toast.ts'
import { TypedConfirmDialog } from '../../../../ui/typed-confirm-dialog.tsx'

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

/** Says what goes, and asks for the project's id. By the console's own session, which outlives the project's. */
function DeleteProjectDialog({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const recent = useRecentSignIn()
  return (
    <>
      <TypedConfirmDialog
        title={texts.deleteTitle(project)}
        confirm={texts.deleteProject}
        wanted={project}
        label={texts.deleteTyped(project)}
        wrong={texts.deleteTypedWrong}
        onConfirm={async () => {
          const isDeleted = await deleteAsOwn(project, () =>
            recent.run(async () => deleteProject(project, await session.idToken()), { act: texts.deleteProject }),
          )
          if (!isDeleted) return
          toast(texts.deleted(project))
          await navigate({ to: '/projects' })
        }}
        onClose={onClose}
      >
        <ul className="mb-3 grid list-disc gap-1 pl-5">
          {texts.deleteItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{texts.deleteGone}</p>
      </TypedConfirmDialog>
      {recent.dialog}
    </>
  )
}

/** The page hears that the project is gone before the answer is here. */
async function deleteAsOwn(project: string, work: () => Promise<boolean>): Promise<boolean> {
  ownDeletions.add(project)
  let isDone = false
  try {
    isDone = await work()
    return isDone
  } finally {
    if (!isDone) ownDeletions.delete(project)
  }
}
