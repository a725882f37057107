import type { User } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { addPasskey } from '../../../session/passkeys.ts'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'

const nameCharactersMax = 100

export interface AddPasskeyDialogProps {
  readonly user: User
  readonly recent: RecentSignIn
  readonly onAdded: () => void
  readonly onClose: () => void
}

const devices = ['iPhone', 'iPad', 'Android', 'Mac', 'Windows', 'Linux']

/** A name for the passkey, and then the browser's own window. */
export function AddPasskeyDialog({ user, recent, onAdded, onClose }: AddPasskeyDialogProps) {
  const { auth } = useConsoleApp()
  const session = useSession()
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ name: string }> = useForm({
    initial: { name: nameOfDevice() },
    validators: { name: (text) => (text.trim() === '' ? accountTexts.passkeyNameMissing : undefined) },
    submit: async ({ name }) => {
      setFailing(undefined)
      try {
        if (!(await recent.run(() => addPasskey(auth, user, name.trim())))) return
      } catch (thrown) {
        setFailing(reactionTo(thrown))
        return
      }
      await session.refresh()
      toast(accountTexts.passkeyAdded(name.trim()))
      onAdded()
      onClose()
    },
  })
  return (
    <FormDialog
      title={accountTexts.addPasskey}
      form={form}
      failing={failing}
      submit={accountTexts.goOn}
      onClose={onClose}
    >
      <p className="text-ink-2">{accountTexts.addPasskeyText}</p>
      <TextField
        {...form.field('name')}
        label={accountTexts.factorName}
        description={accountTexts.passkeyNameHelp}
        autoComplete="off"
        maxLength={nameCharactersMax}
        autoFocus
        isRequired
      />
    </FormDialog>
  )
}

/** Where the passkey is most likely to be kept. */
function nameOfDevice(): string {
  return devices.find((device) => navigator.userAgent.includes(device)) ?? accountTexts.passkeyNameDefault
}
