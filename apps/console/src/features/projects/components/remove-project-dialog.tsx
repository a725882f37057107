import { type DeletedProject, removeDeletedProject } from '../queries/deleted-projects.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { projectsTexts as texts } from '../../../texts/en/projects.ts'
import { toast } from '../../../ui/toast.ts'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx'

export interface RemoveProjectDialogProps {
  readonly project: DeletedProject
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** A deleted project goes for good before its time, once its id is typed. */
export function RemoveProjectDialog({ project, onRemoved, onClose }: RemoveProjectDialogProps) {
  const session = useSession()
  const recent = useRecentSignIn()
  const { projectId } = project
  const remove = async () => removeDeletedProject(projectId, await session.idToken())
  return (
    <>
      <TypedConfirmDialog
        title={texts.removeNowTitle(projectId)}
        confirm={texts.removeNowConfirm}
        wanted={projectId}
        label={texts.removeNowTyped(projectId)}
        wrong={texts.removeNowWrong}
        onConfirm={async () => {
          if (!(await recent.run(remove, { act: texts.removeNowConfirm }))) return
          toast(texts.removedNow(projectId))
          onRemoved()
          onClose()
        }}
        onClose={onClose}
      >
        {texts.removeNowText}
      </TypedConfirmDialog>
      {recent.dialog}
    </>
  )
}
