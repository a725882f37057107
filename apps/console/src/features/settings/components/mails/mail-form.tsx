import { useState, useEffect } from 'react'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { reactionTo, type Reaction, messageOf } from '../../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../../session/console-app-context.tsx'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useForm, type Form } from '../../../../ui/use-form.ts'
import {
  resetMailTemplate,
  saveMailTemplate,
  type MailTemplate,
  type MailTexts,
  sendTestMail,
  useMailPreview,
} from '../../queries/settings-queries.ts'
import { SaveButton } from '../../../../ui/save-button.tsx'
import { useSignedIn } from '../../../../session/session-context.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { validateEmail } from '../../../../ui/validators.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { useFailure } from '../../../../ui/query-content.tsx'

const texts = settingsTexts.mailSettings

interface Fields extends Record<string, string> {
  subject: string
  body: string
  senderName: string
  replyTo: string
}

export interface MailFormProps {
  readonly template: MailTemplate
  /** Otherwise the server's operator decides who mails are from. */
  readonly hasOwnSender: boolean
  readonly onChanged: () => void
}

/** One mail in one language, with how it looks beside it. */
export function MailForm({ template, hasOwnSender, onChanged }: MailFormProps) {
  const project = useProject()
  const recent = useRecentSignIn(project)
  const isReadOnly = project.role !== 'owner'
  const { settings } = useConsoleApp()
  const [failing, setFailing] = useState<Reaction>()
  const [open, setOpen] = useState<'reset' | 'test'>()
  const { subject, body } = template
  const { senderName = '', replyTo = '' } = hasOwnSender ? template : {}
  const form: Form<Fields> = useForm({
    initial: { subject, body, senderName, replyTo },
    tidy: (name, text) => (name === 'subject' || name === 'body' ? text : text.trim()),
    validators: {},
    submit: async (values) => {
      setFailing(undefined)
      try {
        if (!(await recent.run(() => saveMailTemplate(project, template, textsOf(values))))) return
        toast(texts.saved)
        onChanged()
      } catch (thrown) {
        // The server knows what a mail needs, and says it in a sentence.
        const { reason, message } = failureOf(thrown)
        const field = reason === 'INVALID_MAIL_TEMPLATE' ? fieldOf(message ?? '') : undefined
        if (field === undefined) setFailing(reactionTo(thrown))
        else form.reject(field, message)
      }
    },
  })
  const { values, isChanged } = form
  return (
    <>
      <form {...form.formProps} className="grid gap-4">
        <TextField
          {...form.field('subject')}
          label={texts.subject}
          autoComplete="off"
          maxLength={200}
          isReadOnly={isReadOnly}
        />
        <TextArea
          {...form.field('body')}
          label={texts.body}
          description={texts.bodyHelp}
          rows={12}
          isMonospaced
          isReadOnly={isReadOnly}
        />
        {hasOwnSender ? (
          <div className="grid gap-4 tablet:grid-cols-2">
            <TextField
              {...form.field('senderName')}
              label={texts.senderName}
              autoComplete="off"
              isReadOnly={isReadOnly}
            />
            <TextField
              {...form.field('replyTo')}
              label={texts.replyTo}
              type="email"
              autoComplete="off"
              isReadOnly={isReadOnly}
            />
          </div>
        ) : (
          <p className="text-table text-ink-2">{texts.senderOfServer}</p>
        )}
        <FailureNotice failing={failing} />
        <div className="flex flex-wrap gap-2">
          {!isReadOnly && (
            <SaveButton isChanged={isChanged} isPending={form.isSubmitting}>
              {texts.save}
            </SaveButton>
          )}
          {!isReadOnly && template.isCustom && <Button onPress={() => setOpen('reset')}>{texts.reset}</Button>}
          {settings.mailEnabled && !isReadOnly && (
            <Button isDisabled={isChanged} onPress={() => setOpen('test')}>
              {texts.test}
            </Button>
          )}
        </div>
      </form>
      <MailPreview template={template} draft={textsOf(values)} />
      {open === 'reset' && (
        <ConfirmDialog
          title={texts.resetTitle}
          confirm={texts.reset}
          onClose={() => setOpen(undefined)}
          onConfirm={async () => {
            if (!(await recent.run(() => resetMailTemplate(project, template)))) return false
            toast(texts.wasReset)
            onChanged()
            return true
          }}
        >
          {texts.resetText}
        </ConfirmDialog>
      )}
      {open === 'test' && <TestMailDialog template={template} onClose={() => setOpen(undefined)} />}
      {recent.dialog}
    </>
  )
}

function textsOf({ subject, body, senderName, replyTo }: Fields): MailTexts {
  return {
    subject,
    body,
    ...(senderName.trim() !== '' && { senderName: senderName.trim() }),
    ...(replyTo.trim() !== '' && { replyTo: replyTo.trim() }),
  }
}

/** Which text the server's sentence is about. */
function fieldOf(sentence: string): 'subject' | 'body' | 'senderName' | 'replyTo' {
  if (/subject/i.test(sentence)) return 'subject'
  if (/sender/i.test(sentence)) return 'senderName'
  return /address/i.test(sentence) ? 'replyTo' : 'body'
}

/** Sends what is saved to an address, at once, and says what the mail server said. */
function TestMailDialog({ template, onClose }: { readonly template: MailTemplate; readonly onClose: () => void }) {
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

/** Typing goes on for a moment before the server is asked. */
const pauseMs = 400

/** How the draft looks, in a frame that runs nothing and loads nothing. */
function MailPreview({ template, draft }: { readonly template: MailTemplate; readonly draft: MailTexts }) {
  const typed = JSON.stringify(draft)
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useMailPreview(template, settled)
  const failure = useFailure(query)
  return (
    <section aria-label={texts.preview} className="grid gap-2">
      <h3>{texts.preview}</h3>
      {failure !== undefined ? (
        <Notice tone="attention">
          {texts.previewFailed}. {sentenceOf(failure)}
        </Notice>
      ) : (
        query.data !== undefined && (
          <>
            <p className="text-table text-ink-2">{texts.previewOf(query.data.subject)}</p>
            <MailFrame html={query.data.html} />
          </>
        )
      )}
    </section>
  )
}

/** What a mail needs is said in the server's words, as at the field. */
function sentenceOf(thrown: unknown): string {
  const { reason, message } = failureOf(thrown)
  return reason === 'INVALID_MAIL_TEMPLATE' && message !== undefined ? message : messageOf(thrown)
}

/** No script runs in the frame. The page's policy, which it inherits, lets no markup bring styles: they are set from here. */
function MailFrame({ html }: { readonly html: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [html])
  return (
    <iframe
      title={texts.preview}
      sandbox="allow-same-origin"
      src={address}
      onLoad={({ currentTarget }) => applyStyles(currentTarget.contentDocument)}
      className="h-80 w-full rounded border border-line bg-[#fff]"
    />
  )
}

function applyStyles(mail: Document | null): void {
  for (const element of mail?.querySelectorAll<HTMLElement>('[style]') ?? []) {
    element.style.cssText = element.getAttribute('style') ?? ''
  }
}
