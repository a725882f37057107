import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { usersTexts } from '../../../texts/en/users.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { labelOf, type ProjectUser } from '../project-user.ts'
import { deleteUsers } from '../queries/change-users.ts'
import type { UserCardProps } from './user-card-props.ts'

/** The end of an account. */
export function DeleteUserCard({ user }: Pick<UserCardProps, 'user'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={usersTexts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">{usersTexts.dangerText}</p>
        <Button variant="danger" onPress={() => setOpen(true)}>
          {usersTexts.deleteUser}
        </Button>
      </div>
      {isOpen && <DeleteUserDialog user={user} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function DeleteUserDialog({ user, onClose }: { readonly user: ProjectUser; readonly onClose: () => void }) {
  const project = useProject()
  const navigate = useNavigate()
  const recent = useRecentSignIn(project)
  const [failing, setFailing] = useState<Reaction>()
  const wanted = user.email ?? user.phoneNumber ?? user.localId
  const form: Form<{ typed: string }> = useForm({
    initial: { typed: '' },
    validators: {
      typed: (typed) =>
        typed.trim().toLowerCase() === wanted.toLowerCase() ? undefined : usersTexts.deleteUserTypedWrong,
    },
    submit: async () => {
      setFailing(undefined)
      try {
        const isDone = await recent.run(async () => void (await deleteUsers(project, [user.localId])))
        if (!isDone) return
        toast(usersTexts.userDeleted(labelOf(user)))
        await navigate({ to: '/projects/$project/users', params: { project: project.id } })
      } catch (thrown) {
        setFailing(reactionTo(thrown))
      }
    },
  })
  return (
    <>
      <FormDialog
        title={usersTexts.deleteUserTitle(labelOf(user))}
        form={form}
        failing={failing}
        submit={usersTexts.deleteUserButton}
        isDanger
        onClose={onClose}
      >
        <p className="text-ink-2">{usersTexts.dangerText}</p>
        <TextField
          {...form.field('typed')}
          label={usersTexts.deleteUserTyped(wanted)}
          autoComplete="off"
          autoFocus
          isRequired
        />
      </FormDialog>
      {recent.dialog}
    </>
  )
}
