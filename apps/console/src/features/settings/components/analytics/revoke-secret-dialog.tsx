import { failureOf } from '../../../../backend/errors/failure.ts'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { analyticsSettingsTexts } from '../../../../texts/en/analytics-settings.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { type ApiSecret, revokeApiSecret } from '../../queries/keys.ts'


export interface RevokeSecretDialogProps {
  readonly secret: ApiSecret
  readonly signIn: RecentSignIn
  readonly onRevoked: () => void
  readonly onClose: () => void
}

/** Asks before a secret is revoked: what reports with it stops. */
export function RevokeSecretDialog({ secret: { id, name }, signIn, onRevoked, onClose }: RevokeSecretDialogProps) {
  const project = useProject()
  const revoke = async () => {
    try {
      if (!(await signIn.run(() => revokeApiSecret(project, id)))) return false
    } catch (thrown) {
      // Revoked by somebody else meanwhile is revoked.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onRevoked()
    toast(texts.revoked(name))
    return true
  }
  return (
    <ConfirmDialog
      title={texts.revokeTitle(name)}
      confirm={texts.revokeNamed(name)}
      onConfirm={revoke}
      onClose={onClose}
    >
      {texts.revokeText}
    </ConfirmDialog>
  )
}
