import { deleteUser } from 'firebase/auth'
import { useState } from 'react'
import { deleteAccountDocument } from '../../../console-data/account-document.ts'
import { reactionTo } from '../../../errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { clearPreferences } from '../../../session/preferences.ts'
import { confirmPassword } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validatePasswordPresent } from '../../../ui/validators.ts'
import { deletePhotoFile } from '../queries/photo.ts'
import { FailureNotice, type Failing } from '../../../ui/failure-notice.tsx'

export interface DeleteAccountDialogProps {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}

/** Says what goes, asks for the address in letters and for the password, and leaves nothing behind. */
export function DeleteAccountDialog({ signedIn, onClose }: DeleteAccountDialogProps) {
  const { user, account, token } = signedIn
  const { app } = useConsoleApp()
  const session = useSession()
  const [failing, setFailing] = useState<Failing>()
  const address = account.email ?? account.uid
  const form: Form<{ address: string; password: string }> = useForm({
    initial: { address: '', password: '' },
    validators: {
      address: (typed) =>
        typed.trim().toLowerCase() === address.toLowerCase() ? undefined : accountTexts.deleteTypedWrong,
      password: validatePasswordPresent,
    },
    submit: async ({ password }) => {
      setFailing(undefined)
      try {
        await confirmPassword(signedIn, password)
        await deletePhotoFile(app, user.uid)
        await deleteAccountDocument(app, user.uid)
        session.expectEnd('deleted')
        await deleteUser(user)
        clearPreferences()
      } catch (thrown) {
        session.expectNoEnd()
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'at-form') form.reject('password', accountTexts.wrongPassword)
        else setFailing(reaction)
      }
    },
  })

  return (
    <Dialog isOpen onClose={onClose} title={accountTexts.deleteTitle} width="medium" isDismissable={!form.isSubmitting}>
      <form {...form.formProps} className="grid gap-4">
        <div>
          <p>{accountTexts.deleteGoes}</p>
          <ul className="mt-1 list-disc pl-5 text-ink-2">
            {accountTexts.deleteItems.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p className="mt-2 text-ink-2">{accountTexts.deleteStays}</p>
        </div>
        {token.claims['serverRole'] === 'owner' && <Notice tone="attention">{accountTexts.deleteServerOwner}</Notice>}
        <TextField
          {...form.field('address')}
          label={accountTexts.deleteTyped(address)}
          autoComplete="off"
          autoFocus
          isRequired
        />
        <PasswordField
          {...form.field('password')}
          label={accountTexts.currentPassword}
          autoComplete="current-password"
          isRequired
        />
        <FailureNotice failing={failing} />
        <DialogActions>
          <Button onPress={onClose} isDisabled={form.isSubmitting}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit" variant="danger" isPending={form.isSubmitting}>
            {accountTexts.deleteButton}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
