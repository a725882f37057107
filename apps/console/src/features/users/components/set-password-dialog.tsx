import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { NewPasswordField } from '../../../session/new-password-field.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { policyTexts } from '../../../texts/en/policy.ts'
import { usersTexts } from '../../../texts/en/users.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { changeUser } from '../queries/change-users.ts'

export interface SetPasswordDialogProps {
  readonly uid: string
  readonly onSet: () => void
  readonly onClose: () => void
}

/** A password that an operator chooses for somebody, under the project's policy. */
export function SetPasswordDialog({ uid, onSet, onClose }: SetPasswordDialogProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: () => (check.isMet ? undefined : policyTexts.unmet) },
    submit: async ({ password }) => {
      setFailing(undefined)
      try {
        if (!(await recent.run(() => changeUser(project, uid, { password }), { act: usersTexts.setPassword }))) return
        toast(usersTexts.passwordWasSet)
        onSet()
        onClose()
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'policy') form.reject('password', reaction.message)
        else setFailing(reaction)
      }
    },
  })
  const check = usePasswordCheck(project.auth, form.values.password)
  return (
    <>
      <FormDialog
        title={usersTexts.setPassword}
        form={form}
        failing={failing}
        submit={usersTexts.setPassword}
        onClose={onClose}
      >
        <p className="text-ink-2">{usersTexts.setPasswordText}</p>
        <NewPasswordField field={form.field('password')} label={usersTexts.newPassword} check={check} autoFocus />
      </FormDialog>
      {recent.dialog}
    </>
  )
}
