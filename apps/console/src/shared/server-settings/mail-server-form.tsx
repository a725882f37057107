import { mailSecurities, type MailSecurity } from '@hearth/api'
import { useState } from 'react'
import { failureOf } from '../../backend/errors/failure.ts'
import { type Reaction, reactionTo } from '../../backend/errors/reaction.ts'
import { useRecentSignIn } from '../../session/recent-sign-in.tsx'
import { useSession, useSignedIn } from '../../session/session-context.tsx'
import { serverSettingsTexts as texts } from '../../texts/en/server-settings.ts'
import { formatNumber } from '../../texts/format.ts'
import { spokenLanguage } from '../../texts/in-language.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import {
  type ServerSettings,
  ServerSettingsCalls,
  useServerSettingsChanged,
  type WantedMailServer,
} from './server-settings.ts'

const address = /^[^\s<>,@]+@[^\s<>,@]+$/
const sender = /^([^<>]*<[^\s<>,@]+@[^\s<>,@]+>|[^\s<>,@]+@[^\s<>,@]+)$/

/** The mail server, tried by a mail before it is stored: who fills it in sees what it answered. */
export function MailServerForm({
  stored,
  onSaved,
}: {
  readonly stored: ServerSettings['mailServer']
  readonly onSaved?: (() => void) | undefined
}) {
  const recent = useRecentSignIn()
  const calls = new ServerSettingsCalls(useSession())
  const changed = useServerSettingsChanged()
  const own = useSignedIn()?.account.email ?? ''
  const [security, setSecurity] = useState<MailSecurity>(stored.security ?? 'starttls')
  const [failing, setFailing] = useState<Reaction>()
  const [problem, setProblem] = useState<{ readonly text: string; readonly wanted: WantedMailServer }>()
  const run = async (action: () => Promise<void>): Promise<void> => {
    setFailing(undefined)
    setProblem(undefined)
    try {
      await recent.run(action, { act: texts.mailAct })
    } catch (thrown) {
      const { reason } = failureOf(thrown)
      if (reason === 'PASSWORD_MISSING') form.reject('password', texts.passwordMissing)
      else setFailing(reactionTo(thrown))
    }
  }
  const store = async (wanted: WantedMailServer): Promise<void> => {
    await calls.setMailServer(wanted)
    await changed()
    onSaved?.()
  }
  const form = useForm({
    initial: {
      host: stored.host ?? '',
      port: String(stored.port ?? 587),
      user: stored.user ?? '',
      password: '',
      sender: stored.sender ?? '',
      to: own,
    },
    tidy: (name, value) => (name === 'password' ? value : value.trim()),
    validators: {
      host: (typed) => (/^[\w-]+(\.[\w-]+)*\.?$/.test(typed.trim()) ? undefined : texts.hostInvalid),
      port: (typed) =>
        /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= 65_535 ? undefined : texts.portInvalid,
      sender: (typed) => (sender.test(typed.trim()) ? undefined : texts.senderInvalid),
      to: (typed) => (address.test(typed.trim()) ? undefined : texts.toInvalid),
    },
    submit: async (values) => {
      const wanted: WantedMailServer = {
        host: values.host.trim(),
        port: Number(values.port),
        security,
        user: values.user.trim(),
        password: values.password,
        sender: values.sender.trim(),
        replyTo: stored.replyTo,
      }
      const to = values.to.trim()
      await run(async () => {
        try {
          const ms = await calls.testMailServer(to, spokenLanguage() === 'de' ? 'de' : 'en', wanted)
          await store(wanted)
          toast(`${texts.sent(to, formatNumber(ms))} ${texts.saved}.`)
        } catch (thrown) {
          const { reason, message = '' } = failureOf(thrown)
          if (reason !== 'MAIL_NOT_SENT') throw thrown
          setProblem({ text: texts.ofMailServer(message), wanted })
        }
      })
    },
  })
  return (
    <form {...form.formProps} className="grid max-w-xl gap-3">
      <div className="grid gap-3 tablet:grid-cols-[minmax(0,1fr)_6rem]">
        <TextField
          {...form.field('host')}
          label={texts.host}
          placeholder={texts.hostExample}
          autoComplete="off"
          isMonospaced
        />
        <TextField {...form.field('port')} label={texts.port} inputMode="numeric" autoComplete="off" isMonospaced />
      </div>
      <Select
        label={texts.security}
        value={security}
        options={mailSecurities.map((id) => ({ id, label: texts.securities[id] }))}
        onChange={setSecurity}
      />
      <div className="grid items-start gap-3 tablet:grid-cols-2">
        <TextField {...form.field('user')} label={texts.user} autoComplete="off" />
        <PasswordField
          {...form.field('password')}
          label={texts.password}
          autoComplete="new-password"
          {...(stored.hasPassword && { description: texts.passwordKept })}
        />
      </div>
      <div className="grid items-start gap-3 tablet:grid-cols-2">
        <TextField {...form.field('sender')} label={texts.sender} description={texts.senderHelp} autoComplete="off" />
        <TextField {...form.field('to')} label={texts.to} type="email" autoComplete="email" />
      </div>
      {problem !== undefined && (
        <Notice tone="danger" isAnnounced>
          <p>{problem.text}</p>
          <p className="mt-1 text-ink-2">{texts.notSent}</p>
        </Notice>
      )}
      <FailureNotice failing={failing} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={form.isSubmitting}>
          {texts.sendAndSave}
        </Button>
        {problem !== undefined && (
          <Button
            onPress={() =>
              void run(async () => {
                await store(problem.wanted)
                toast(texts.saved)
              })
            }
          >
            {texts.saveAnyway}
          </Button>
        )}
      </div>
      {recent.dialog}
    </form>
  )
}
