import { useProject } from '../../../session/project-context.tsx'
import { devicesTexts as texts } from '../../../texts/en/devices.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { revokeInstallations, revokeInstallationsOf } from '../queries/revoke-installations.ts'

/** Some installations, or all of a user. */
export type ToRevoke = { readonly fids: readonly string[] } | { readonly uid: string }

export interface RevokeDevicesDialogProps {
  readonly what: ToRevoke
  readonly onRevoked: () => void
  readonly onClose: () => void
}

/** Says what revoking does, and does it. */
export function RevokeDevicesDialog({ what, onRevoked, onClose }: RevokeDevicesDialogProps) {
  const project = useProject()
  const isOfUser = 'uid' in what
  return (
    <ConfirmDialog
      title={isOfUser ? texts.revokeUserTitle : texts.revokeTitle(what.fids.length)}
      confirm={isOfUser ? texts.revokeUserButton : texts.revokeButton(what.fids.length)}
      onClose={onClose}
      onConfirm={async () => {
        const revoked = isOfUser
          ? await revokeInstallationsOf(project, { uid: what.uid, tenant: null })
          : await revokeInstallations(project, what.fids)
        toast(texts.revoked(revoked))
        onRevoked()
        return true
      }}
    >
      {isOfUser ? texts.revokeUserText(what.uid) : texts.revokeText}
    </ConfirmDialog>
  )
}
