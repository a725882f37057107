import { verifyBeforeUpdateEmail } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail } from '../../../ui/validators.ts'

export interface ChangeEmailDialogProps {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}

/** Sends a link to the new address, which makes the change when it is opened. */
export function ChangeEmailDialog({ signedIn: { user, account }, onClose }: ChangeEmailDialogProps) {
  const recent = useRecentSignIn()
  const [failing, setFailing] = useState<Reaction>()
  const [sentTo, setSentTo] = useState<string>()
  const form: Form<{ email: string }> = useForm({
    initial: { email: '' },
    validators: {
      email: (email) =>
        email.trim().toLowerCase() === account.email?.toLowerCase() ? accountTexts.sameEmail : validateEmail(email),
    },
    submit: async ({ email }) => {
      setFailing(undefined)
      const address = email.trim()
      try {
        if (await recent.run(() => verifyBeforeUpdateEmail(user, address), { act: accountTexts.changeEmail }))
          setSentTo(address)
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'at-field' && reaction.field === 'email') form.reject('email', reaction.message)
        else setFailing(reaction)
      }
    },
  })
  if (sentTo !== undefined) {
    return (
      <Dialog isOpen onClose={onClose} title={accountTexts.changeSentTitle}>
        <p role="status">{accountTexts.changeSent(sentTo)}</p>
        <DialogActions>
          <Button variant="primary" autoFocus onPress={onClose}>
            {accountTexts.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <>
      <FormDialog
        title={accountTexts.changeEmail}
        form={form}
        failing={failing}
        submit={accountTexts.sendChange}
        onClose={onClose}
      >
        <p className="text-ink-2">{accountTexts.changeEmailText}</p>
        <TextField
          {...form.field('email')}
          label={accountTexts.newEmail}
          type="email"
          autoComplete="email"
          autoFocus
          isRequired
        />
      </FormDialog>
      {recent.dialog}
    </>
  )
}
