import { failureOf } from '../../../../backend/errors/failure.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { appsTexts as texts } from '../../../../texts/en/apps.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { revokeApiKey, rotateApiKey, type ApiKey } from '../../queries/api-keys.ts'

export interface EndKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Asks before a new key takes the place of one. */
export function ReplaceKeyDialog({ apiKey: { key, name }, onChanged, onClose }: EndKeyDialogProps) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const called = name || texts.unnamed
  const replace = async () => {
    if (!(await signIn.run(async () => void (await rotateApiKey(project, key)), { act: texts.rotateNamed(called) })))
      return false
    onChanged()
    toast(texts.rotated(called))
    return true
  }
  return (
    <>
      <ConfirmDialog
        title={texts.rotateTitle(called)}
        confirm={texts.rotateNamed(called)}
        isDanger={false}
        onConfirm={replace}
        onClose={onClose}
      >
        {texts.rotateText}
      </ConfirmDialog>
      {signIn.dialog}
    </>
  )
}

/** Asks before a key is revoked: what still has it stops. */
export function RevokeApiKeyDialog({ apiKey: { key, name }, onChanged, onClose }: EndKeyDialogProps) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const called = name || texts.unnamed
  const revoke = async () => {
    try {
      if (!(await signIn.run(() => revokeApiKey(project, key), { act: texts.revokeNamed(called) }))) return false
    } catch (thrown) {
      // Revoked by somebody else meanwhile is revoked.
      if (failureOf(thrown).reason !== 'NO_SUCH_API_KEY') throw thrown
    }
    onChanged()
    toast(texts.revoked(called))
    return true
  }
  return (
    <>
      <ConfirmDialog
        title={texts.revokeTitle(called)}
        confirm={texts.revokeNamed(called)}
        onConfirm={revoke}
        onClose={onClose}
      >
        {texts.revokeText}
      </ConfirmDialog>
      {signIn.dialog}
    </>
  )
}
