import { failureOf } from '../../../../backend/errors/failure.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { appsTexts as texts } from '../../../../texts/en/apps.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { removeApp, type ProjectApp } from '../../queries/apps.ts'

export interface RemoveAppDialogProps {
  readonly app: ProjectApp
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Asks before an app is removed: what is installed of it stops. */
export function RemoveAppDialog({ app: { name, config }, onRemoved, onClose }: RemoveAppDialogProps) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const remove = async () => {
    try {
      if (!(await signIn.run(() => removeApp(project, config.appId), { act: texts.removeNamed(name) }))) return false
    } catch (thrown) {
      // Removed by somebody else meanwhile is removed.
      if (failureOf(thrown).reason !== 'NO_SUCH_APP') throw thrown
    }
    onRemoved()
    toast(texts.removed(name))
    return true
  }
  return (
    <>
      <ConfirmDialog
        title={texts.removeTitle(name)}
        confirm={texts.removeNamed(name)}
        onConfirm={remove}
        onClose={onClose}
      >
        {texts.removeText}
      </ConfirmDialog>
      {signIn.dialog}
    </>
  )
}
