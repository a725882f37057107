import { updatePassword } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo } from '../../../errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { HiddenUsername } from '../../../session/hidden-username.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Checklist } from '../../../ui/checklist.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { FailureNotice, type Failing } from '../../../ui/failure-notice.tsx'

export interface ChangePasswordDialogProps {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}

/** A new password; asks for the old one first when the last sign-in is a while ago. */
export function ChangePasswordDialog({ signedIn: { user, account }, onClose }: ChangePasswordDialogProps) {
  const { auth } = useConsoleApp()
  const session = useSession()
  const recent = useRecentSignIn()
  const [failing, setFailing] = useState<Failing>()
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: () => (check.isMet ? undefined : policyTexts.unmet) },
    submit: async ({ password }) => {
      setFailing(undefined)
      try {
        const isDone = await recent.run(() => updatePassword(user, password))
        if (!isDone) return
        await session.refresh()
        toast(accountTexts.passwordChanged)
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
      <Dialog isOpen onClose={onClose} title={accountTexts.changePassword} isDismissable={!form.isSubmitting}>
        <form {...form.formProps} className="grid gap-4 pt-2">
          <HiddenUsername email={account.email} />
          <PasswordField
            {...form.field('password')}
            label={accountTexts.newPassword}
            autoComplete="new-password"
            autoFocus
            isRequired
          >
            <Checklist label={policyTexts.label} items={check.items} />
          </PasswordField>
          <FailureNotice failing={failing} />
          <DialogActions>
            <Button onPress={onClose} isDisabled={form.isSubmitting}>
              {uiTexts.cancel}
            </Button>
            <Button type="submit" variant="primary" isPending={form.isSubmitting}>
              {accountTexts.changePassword}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {recent.dialog}
    </>
  )
}
