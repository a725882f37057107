import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn, type RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { toast } from '../../../ui/toast.ts'
import { TypedConfirmDialog } from '../../../ui/typed-confirm-dialog.tsx'
import { labelOf, type ProjectUser } from '../../../shared/people/project-user.ts'
import { deleteUser } from '../queries/change-users.ts'
import type { UserCardProps } from './user-card-props.ts'

/** The end of an account. */
export function DeleteUserCard({ user }: Pick<UserCardProps, 'user'>) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={usersTexts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">{usersTexts.dangerText}</p>
        <Button
          variant="danger"
          onPress={() => void recent.run(async () => setOpen(true), { act: usersTexts.deleteUser })}
        >
          {usersTexts.deleteUser}
        </Button>
      </div>
      {isOpen && <DeleteUserDialog user={user} recent={recent} onClose={() => setOpen(false)} />}
      {recent.dialog}
    </Card>
  )
}

interface DeleteUserDialogProps {
  readonly user: ProjectUser
  /** Holds while the address is typed; asks again when that took too long. */
  readonly recent: RecentSignIn
  readonly onClose: () => void
}

function DeleteUserDialog({ user, recent, onClose }: DeleteUserDialogProps) {
  const project = useProject()
  const navigate = useNavigate()
  const wanted = user.email ?? user.phoneNumber ?? user.localId
  return (
    <TypedConfirmDialog
      title={usersTexts.deleteUserTitle(labelOf(user))}
      confirm={usersTexts.deleteUserButton}
      wanted={wanted}
      label={usersTexts.deleteUserTyped(wanted)}
      wrong={usersTexts.deleteUserTypedWrong}
      onConfirm={async () => {
        const isDone = await recent.run(async () => await deleteUser(project, user.localId), {
          act: usersTexts.deleteUser,
        })
        if (!isDone) return
        toast(usersTexts.userDeleted(wanted))
        // What was typed about the user went with them.
        await navigate({ to: '/projects/$project/users', params: { project: project.id }, ignoreBlocker: true })
      }}
      onClose={onClose}
    >
      {usersTexts.dangerText}
    </TypedConfirmDialog>
  )
}
