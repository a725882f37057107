import { deleteUser } from 'firebase/auth'
import { useState } from 'react'
import { deleteAccountDocument, readAccountDocument } from '../../../shared/console-data/account-document.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { clearPreferences } from '../../../browser/preferences.ts'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { saveText } from '../../../ui/save-file.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { deletePhotoFile } from '../queries/photo.ts'

export interface DeleteAccountDialogProps {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}

/** Says what goes, offers it as a file, asks for the address in letters and who it is, and leaves nothing behind. */
export function DeleteAccountDialog({ signedIn, onClose }: DeleteAccountDialogProps) {
  const { user, account, token } = signedIn
  const { app } = useConsoleApp()
  const session = useSession()
  const recent = useRecentSignIn()
  const [failing, setFailing] = useState<Reaction>()
  const address = account.email ?? account.uid
  const form: Form<{ address: string }> = useForm({
    initial: { address: '' },
    validators: {
      address: (typed) =>
        typed.trim().toLowerCase() === address.toLowerCase() ? undefined : accountTexts.deleteTypedWrong,
    },
    submit: async () => {
      setFailing(undefined)
      // They go first, for nobody may delete them once the account is gone: what fails after that didn't leave everything as it was.
      let isBegun = false
      try {
        const isDone = await recent.run(
          async () => {
            await deleteAccountDocument(app, user.uid)
            isBegun = true
            await deletePhotoFile(app, user.uid)
            session.expectEnd('deleted')
            await deleteUser(user)
            clearPreferences()
          },
          { isAlways: true, act: accountTexts.deleteButton },
        )
        if (!isDone && isBegun) setFailing(partlyDeleted({ kind: 'quiet' }))
      } catch (thrown) {
        session.expectNoEnd()
        setFailing(isBegun ? partlyDeleted(reactionTo(thrown)) : reactionTo(thrown))
      }
    },
  })
  const save = async () => {
    setFailing(undefined)
    try {
      const settings = (await readAccountDocument(app, user.uid)).data()
      saveText('account.json', 'application/json', `${JSON.stringify({ account, settings }, undefined, 2)}\n`)
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    }
  }

  return (
    <>
      <FormDialog
        title={accountTexts.deleteTitle}
        width="medium"
        form={form}
        failing={failing}
        submit={accountTexts.deleteButton}
        isDanger
        onClose={onClose}
      >
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
        <div>
          <Button size="small" onPress={() => void save()}>
            {accountTexts.deleteExport}
          </Button>
        </div>
        <TextField
          {...form.field('address')}
          label={accountTexts.deleteTyped(address)}
          autoComplete="off"
          autoFocus
          isRequired
        />
      </FormDialog>
      {recent.dialog}
    </>
  )
}

/** @param reaction to what stopped it */
function partlyDeleted(reaction: Reaction): Reaction {
  const details = reaction.kind === 'quiet' ? { code: 'cancelled' } : reaction.details
  return { kind: 'say', message: accountTexts.deletePartly, details }
}
