import { useState } from 'react'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { reactionTo, type Reaction } from '../../../../backend/errors/reaction.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useSignedIn } from '../../../../session/session-context.tsx'
import { mailSettingsTexts as texts } from '../../../../texts/en/mail-settings.ts'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import { validateEmail } from '../../../../ui/validators.ts'
import { sendTestMail, type MailTemplate } from '../../queries/mail-templates.ts'

/** Sends what is saved to an address, at once, and says what the mail server said. */
export function TestMailDialog({
  template,
  onClose,
}: {
  readonly template: MailTemplate
  readonly onClose: () => void
}) {
  const project = useProject()
  const own = useSignedIn()?.account.email ?? ''
  const [failing, setFailing] = useState<Reaction>()
  const form: Form<{ to: string }> = useForm({
    initial: { to: own },
    validators: { to: validateEmail },
    submit: async ({ to }) => {
      setFailing(undefined)
      try {
        await sendTestMail(project, template, to.trim())
        toast(texts.sent(to.trim()))
        onClose()
      } catch (thrown) {
        const { reason, message } = failureOf(thrown)
        if (reason === 'MAIL_NOT_SENT') form.reject('to', message)
        else setFailing(reactionTo(thrown))
      }
    },
  })
  return (
    <FormDialog title={texts.testTitle} form={form} failing={failing} submit={texts.send} onClose={onClose}>
      <p className="text-ink-2">{texts.testText}</p>
      <TextField {...form.field('to')} label={texts.to} type="email" autoComplete="email" autoFocus isRequired />
    </FormDialog>
  )
}
