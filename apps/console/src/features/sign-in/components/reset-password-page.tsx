import { useLocation } from '@tanstack/react-router'
import { sendPasswordResetEmail } from 'firebase/auth'
import { useState, useEffect } from 'react'
import { failureOf } from '../../../backend/errors/failure.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure, GateSubmit } from '../../../session/gate-form.tsx'
import { setAskedEmail } from '../../../browser/preferences.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail } from '../../../ui/validators.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useCountdown } from '../../../session/use-countdown.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'

/** Asks for the address, then says where to look; the same whether or not the address has an account. */
export function ResetPasswordPage() {
  const { auth, settings } = useConsoleApp()
  const { email: keptEmail = '' } = useLocation().state
  const [sentTo, setSentTo] = useState<string>()
  const send = async (email: string) => {
    try {
      await sendPasswordResetEmail(auth, email, { url: `${location.origin}/sign-in` })
    } catch (thrown) {
      // Where the server tells who has an account, this page doesn't.
      if (failureOf(thrown).code !== 'auth/user-not-found') throw thrown
    }
    setAskedEmail(email)
    setSentTo(email)
  }
  const form: Form<{ email: string }> = useForm({
    initial: { email: keptEmail },
    validators: { email: validateEmail },
    submit: async ({ email }) => {
      failure.clear()
      try {
        await send(email.trim())
      } catch (thrown) {
        failure.show(thrown)
      }
    },
  })
  const email = form.values.email.trim()
  const failure = useGateFailure(() => form, email)
  const footer = (
    <TextLink to="/sign-in" state={{ email }}>
      {signInTexts.backToSignIn}
    </TextLink>
  )

  if (sentTo !== undefined) {
    return (
      <GatePage title={signInTexts.sentTitle} subtitle="" footer={footer}>
        <MailSent text={signInTexts.sent(sentTo)} onSend={() => send(sentTo)} onChange={() => setSentTo(undefined)} />
      </GatePage>
    )
  }
  return (
    <GatePage title={signInTexts.forgotTitle} subtitle={signInTexts.forgotSubtitle} footer={footer}>
      {settings.mailEnabled ? (
        <form {...form.formProps} className="grid gap-4">
          <TextField
            {...form.field('email')}
            label={signInTexts.email}
            type="email"
            autoComplete="username"
            size="large"
            autoFocus
            isRequired
          />
          <GateNotice failure={failure} email={email} />
          <GateSubmit failure={failure} isPending={form.isSubmitting}>
            {signInTexts.sendReset}
          </GateSubmit>
        </form>
      ) : (
        <Notice tone="information">{signInTexts.noMail}</Notice>
      )}
    </GatePage>
  )
}

/** Mails take a moment; asking at once again makes the first link void before it arrived. */
const pauseSeconds = 30

interface MailSentProps {
  readonly text: string
  readonly onSend: () => Promise<void>
  /** Another address. */
  readonly onChange: () => void
}

/** A mail is on its way: another one after a pause, or to another address. */
function MailSent({ text, onSend, onChange }: MailSentProps) {
  const { secondsLeft, start } = useCountdown()
  const [isSending, setSending] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  useEffect(() => start(pauseSeconds), [start])
  const send = async () => {
    setSending(true)
    setFailing(undefined)
    try {
      await onSend()
      start(pauseSeconds)
    } catch (thrown) {
      const reaction = reactionTo(thrown)
      if (reaction.kind === 'wait') start(reaction.seconds)
      setFailing(reaction)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="grid gap-3">
      <Notice tone="good" isAnnounced>
        {text}
      </Notice>
      <FailureNotice failing={failing} />
      <Button size="large" isWide isPending={isSending} isDisabled={secondsLeft > 0} onPress={() => void send()}>
        {secondsLeft > 0 ? signInTexts.sendAgainIn(secondsLeft) : signInTexts.sendAgain}
      </Button>
      <Button variant="quiet" size="large" isWide onPress={onChange}>
        {signInTexts.otherAddress}
      </Button>
    </div>
  )
}
