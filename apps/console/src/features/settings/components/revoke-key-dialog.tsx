import { failureOf } from '../../../backend/errors/failure.ts'
import { useProject } from '../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { revokeServiceKey, type ServiceKey } from '../queries/service-keys.ts'

export interface RevokeKeyDialogProps {
  readonly serviceKey: ServiceKey
  readonly signIn: RecentSignIn
  readonly onRevoked: () => void
  readonly onClose: () => void
}

/** Asks before a key is revoked: what uses it stops. */
export function RevokeKeyDialog({ serviceKey: { id, name }, signIn, onRevoked, onClose }: RevokeKeyDialogProps) {
  const project = useProject()
  const revoke = async () => {
    try {
      if (!(await signIn.run(() => revokeServiceKey(project, id), { act: settingsTexts.revokeNamed(name) })))
        return false
    } catch (thrown) {
      // Revoked by somebody else meanwhile is revoked.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onRevoked()
    toast(settingsTexts.revoked(name))
    return true
  }
  return (
    <ConfirmDialog
      title={settingsTexts.revokeTitle(name)}
      confirm={settingsTexts.revokeNamed(name)}
      onConfirm={revoke}
      onClose={onClose}
    >
      {settingsTexts.revokeText}
    </ConfirmDialog>
  )
}
