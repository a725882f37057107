import { useState } from 'react'
import { failureOf } from '../../../errors/failure.ts'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
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
  const [isRevoking, setRevoking] = useState(false)
  const [failing, setFailing] = useState<Reaction>()

  const revoke = async () => {
    setRevoking(true)
    setFailing(undefined)
    try {
      if (!(await signIn.run(() => revokeServiceKey(project, id)))) {
        setRevoking(false)
        return
      }
    } catch (thrown) {
      // Revoked by somebody else meanwhile is revoked.
      if (failureOf(thrown).code !== 'not-found') {
        setFailing(reactionTo(thrown))
        setRevoking(false)
        return
      }
    }
    onClose()
    onRevoked()
    toast(settingsTexts.revoked(name))
  }

  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={settingsTexts.revokeTitle(name)}
      isDismissable={!isRevoking}
    >
      <p className="text-body text-ink-2">{settingsTexts.revokeText}</p>
      <FailureNotice failing={failing} />
      <DialogActions>
        <Button onPress={onClose} autoFocus isDisabled={isRevoking}>
          {uiTexts.cancel}
        </Button>
        <Button variant="danger" isPending={isRevoking} onPress={() => void revoke()}>
          {settingsTexts.revokeNamed(name)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
