import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../../../../session/project-context.tsx'
import { setLastProject } from '../../../../browser/preferences.ts'
import { useSession } from '../../../../session/session-context.tsx'
import { membersTexts } from '../../../../texts/en/members.ts'
import { uiTexts } from '../../../../texts/en/ui.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { leaveProject } from '../../queries/team.ts'

/** Asks before one leaves the project oneself; tells the only owner what comes first. */
export function LeaveDialog({ isOnlyOwner, onClose }: { readonly isOnlyOwner: boolean; readonly onClose: () => void }) {
  const project = useProject()
  const session = useSession()
  const navigate = useNavigate()
  if (isOnlyOwner) {
    return (
      <Dialog isOpen role="alertdialog" onClose={onClose} title={membersTexts.leaveTitle(project.id)}>
        <p className="text-ink-2">{membersTexts.lastOwner}</p>
        <DialogActions>
          <Button variant="primary" autoFocus onPress={onClose}>
            {uiTexts.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={membersTexts.leaveTitle(project.id)}
      confirm={membersTexts.leaveConfirm}
      onConfirm={async () => {
        await leaveProject(project.id, await session.idToken())
        setLastProject(undefined)
        toast(membersTexts.left(project.id))
        await navigate({ to: '/projects' })
        return true
      }}
      onClose={onClose}
    >
      {membersTexts.leaveText}
    </ConfirmDialog>
  )
}
