import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import type { RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { membersTexts } from '../../../../texts/en/members.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'
import { type Member, nameOf } from '../../../../backend/api/members.ts'
import { removeMember } from '../../queries/team.ts'

export interface RemoveMemberDialogProps {
  readonly member: Member
  readonly signIn: RecentSignIn
  readonly onClose: () => void
}

/** Asks before somebody is taken out of the project. */
export function RemoveMemberDialog({ member, signIn, onClose }: RemoveMemberDialogProps) {
  const project = useProject()
  const { app } = useConsoleApp()
  const name = nameOf(member)
  return (
    <ConfirmDialog
      title={membersTexts.removeTitle(name)}
      confirm={membersTexts.removeNamed(name)}
      onConfirm={async () => {
        if (!(await signIn.run(() => removeMember(app, project.id, member.uid)))) return false
        toast(membersTexts.removed(name))
        return true
      }}
      onClose={onClose}
    >
      {membersTexts.removeText}
    </ConfirmDialog>
  )
}
