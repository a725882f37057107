import { useNavigate } from '@tanstack/react-router'
import { useProject } from '../../../session/project-context.tsx'
import { setLastProject } from '../../../session/preferences.ts'
import { useSession } from '../../../session/session-context.tsx'
import { membersTexts } from '../../../texts/en/members.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { leaveProject } from '../queries/team.ts'

/** Asks before one leaves the project oneself. */
export function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const project = useProject()
  const session = useSession()
  const navigate = useNavigate()
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
