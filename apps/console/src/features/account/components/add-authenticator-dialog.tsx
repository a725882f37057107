import { Check, Copy } from 'lucide-react'
import { multiFactor, TotpMultiFactorGenerator, type TotpSecret, type User } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { Account } from '../../../session/session-state.ts'
import { isCode, withoutSpaces } from '../../../session/totp-code.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { appTexts } from '../../../texts/en/app.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { useCopy } from '../../../ui/copyable.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName } from '../../../ui/validators.ts'

export interface AddAuthenticatorDialogProps {
  readonly user: User
  readonly account: Account
  /** How one gets in again without the device. */
  readonly recovery: string
  /** Good for ten minutes. */
  readonly secret: TotpSecret
  readonly recent: RecentSignIn
  readonly onClose: () => void
}

/** Hands a secret to an authenticator app, as a picture, a link and text, and asks for its first code. */
export function AddAuthenticatorDialog({
  user,
  account,
  recovery,
  secret,
  recent,
  onClose,
}: AddAuthenticatorDialogProps) {
  const session = useSession()
  const { isCopied, copy } = useCopy()
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ name: string; code: string }> = useForm({
    initial: { name: accountTexts.factorNameDefault, code: '' },
    validators: { name: validateDisplayName, code: (code) => (isCode(code) ? undefined : signInTexts.codeMissing) },
    submit: async ({ name, code }) => {
      setFailing(undefined)
      try {
        const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, withoutSpaces(code))
        if (!(await recent.run(() => multiFactor(user).enroll(assertion, name.trim())))) return
        await session.refresh()
        toast(accountTexts.factorAdded(name.trim()))
        onClose()
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'at-field' && reaction.field === 'code') form.reject('code', reaction.message)
        else setFailing(reaction)
      }
    },
  })
  // The SDK puts both into the address as they are.
  const address = secret.generateQrCodeUrl(
    encodeURIComponent(account.email ?? account.uid),
    encodeURIComponent(`${appTexts.name} ${location.host}`),
  )
  return (
    <FormDialog
      title={accountTexts.addFactorTitle}
      width="medium"
      form={form}
      failing={failing}
      submit={accountTexts.add}
      onClose={onClose}
    >
      <p className="text-ink-2">{accountTexts.addFactorScan}</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={address} label={accountTexts.qrCode} />
        <div className="grid min-w-0 flex-1 basis-52 justify-items-start gap-3">
          <a href={address} className={buttonClasses('default', 'small')}>
            {accountTexts.openApp}
          </a>
          <div className="grid min-w-0 justify-items-start gap-1.5">
            <p className="text-table text-ink-2">{accountTexts.factorSecret}</p>
            <code className="text-code">{inGroups(secret.secretKey)}</code>
            <Button size="small" icon={isCopied ? <Check /> : <Copy />} onPress={() => copy(secret.secretKey)}>
              {isCopied ? uiTexts.copiedShort : accountTexts.copySecret}
            </Button>
          </div>
        </div>
      </div>
      <TextField
        {...form.field('name')}
        label={accountTexts.factorName}
        description={accountTexts.factorNameHelp}
        autoComplete="off"
        isRequired
      />
      <TextField
        {...form.field('code')}
        label={accountTexts.factorCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        isMonospaced
        maxLength={9}
        autoFocus
        isRequired
      />
      <p className="text-table text-ink-2">{recovery}</p>
    </FormDialog>
  )
}

/** As people copy it by hand. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
