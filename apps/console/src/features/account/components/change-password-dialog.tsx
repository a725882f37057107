import { EmailAuthProvider, linkWithCredential, updatePassword } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { HiddenUsername } from '../../../session/hidden-username.tsx'
import { NewPasswordField } from '../../../session/new-password-field.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { hasPassword, type SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'

export interface ChangePasswordDialogProps {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}

/** A new password, or the first one; asks who it is first when the last sign-in is a while ago. */
export function ChangePasswordDialog({ signedIn: { user, account }, onClose }: ChangePasswordDialogProps) {
  const { auth } = useConsoleApp()
  const session = useSession()
  const recent = useRecentSignIn()
  const [failing, setFailing] = useState<Reaction>()
  const [isChange] = useState(() => hasPassword(account))
  const title = isChange ? accountTexts.changePassword : accountTexts.setPassword
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: () => (check.isMet ? undefined : policyTexts.unmet) },
    submit: async ({ password }) => {
      setFailing(undefined)
      try {
        const isDone = await recent.run(
          async () => {
            if (isChange) await updatePassword(user, password)
            else await linkWithCredential(user, EmailAuthProvider.credential(account.email ?? '', password))
          },
          { act: title },
        )
        if (!isDone) return
        await session.refresh()
        toast(isChange ? accountTexts.passwordChanged : accountTexts.passwordWasSet)
        onClose()
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'policy') form.reject('password', reaction.message)
        else setFailing(reaction)
      }
    },
  })
  const check = usePasswordCheck(auth, form.values.password)
  return (
    <>
      <FormDialog title={title} form={form} failing={failing} submit={title} onClose={onClose}>
        <HiddenUsername email={account.email} />
        <NewPasswordField field={form.field('password')} label={accountTexts.newPassword} check={check} autoFocus />
      </FormDialog>
      {recent.dialog}
    </>
  )
}
