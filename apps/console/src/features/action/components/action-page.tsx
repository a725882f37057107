import { QueryClientProvider } from '@tanstack/react-query'
import { useSearch, useNavigate } from '@tanstack/react-router'
import { ActionCodeOperation, confirmPasswordReset, signInWithEmailLink } from 'firebase/auth'
import { queryClient } from '../../../backend/live/query-client.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { actionTexts } from '../../../texts/en/action.ts'
import { useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { type OpenedLink, appAddressOf, useActionLink } from '../action-link.ts'
import { ApplyLink } from './apply-link.tsx'
import { LinkProblem } from './link-problem.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useState } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { GateNotice, useGateFailure, GateSubmit } from '../../../session/gate-form.tsx'
import { HiddenUsername } from '../../../ui/password-field.tsx'
import { NewPasswordField } from '../../../session/new-account-fields.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { setAskedEmail, getAskedEmail } from '../../../browser/preferences.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { DonePage } from './done-page.tsx'
import { innerPath } from '../../../session/inner-path.ts'
import { SecondFactorStep } from '../../../session/lazy-second-factor-step.tsx'
import { useEntering } from '../../../session/use-entering.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { validateEmail } from '../../../ui/validators.ts'

/**
 * Where links in mails lead, of the console and of every app. Opening one changes nothing, because mail scanners open them too: what it
 * does takes a press.
 */
export function ActionPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <OpenedPage />
    </QueryClientProvider>
  )
}

function OpenedPage() {
  const link = useSearch({ from: '/opened/action' })
  const { settings } = useConsoleApp()
  const isOfConsole = link.apiKey === settings.app.apiKey
  const query = useActionLink(link)
  const failure = useFailure(query)
  if (query.data !== undefined) return <Opened opened={query.data} isOfConsole={isOfConsole} />
  if (failure !== undefined) {
    return <LinkProblem error={failure} isOfConsole={isOfConsole} onRetry={() => void query.refetch()} />
  }
  return (
    <GatePage title={actionTexts.opening} subtitle="">
      <Skeleton rows={2} />
    </GatePage>
  )
}

function Opened({ opened, isOfConsole }: { readonly opened: OpenedLink; readonly isOfConsole: boolean }) {
  switch (opened.info.operation) {
    case ActionCodeOperation.PASSWORD_RESET:
      return <NewPassword opened={opened} isOfConsole={isOfConsole} />
    case ActionCodeOperation.EMAIL_SIGNIN:
      return isOfConsole ? <SignInByLink opened={opened} /> : <HandOver opened={opened} />
    default:
      return <ApplyLink opened={opened} isOfConsole={isOfConsole} />
  }
}

/**
 * A sign-in link of an app goes on to the app, which finishes it, when somebody presses the button: the app uses the link up as soon as it is
 * opened. To no address that its project doesn't know.
 */
function HandOver({ opened: { info, target } }: { readonly opened: OpenedLink }) {
  if (target === undefined) {
    return (
      <GatePage title={actionTexts.failedTitle} subtitle="">
        <Notice tone="attention" isAnnounced>
          {actionTexts.foreignTarget}
        </Notice>
      </GatePage>
    )
  }
  return (
    <GatePage
      title={actionTexts.handOverTitle}
      subtitle={actionTexts.handOverSubtitle(info.data.email ?? '', target.host)}
    >
      <Button
        variant="primary"
        size="large"
        isWide
        onPress={() => location.replace(appAddressOf(target, new URLSearchParams(location.search)))}
      >
        {actionTexts.handOver}
      </Button>
    </GatePage>
  )
}

interface NewPasswordProps {
  readonly opened: OpenedLink
  readonly isOfConsole: boolean
}

/** A new password by a link; what the policy refuses leaves the link good. */
function NewPassword({ opened: { auth, code, info, target }, isOfConsole }: NewPasswordProps) {
  const email = info.data.email ?? ''
  const [isDone, setDone] = useState(false)
  const [over, setOver] = useState<unknown>()
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: () => (check.isMet ? undefined : policyTexts.unmet) },
    submit: async ({ password }) => {
      failure.clear()
      try {
        await confirmPasswordReset(auth, code, password)
        setAskedEmail(undefined)
        setDone(true)
      } catch (thrown) {
        if (reactionTo(thrown).kind === 'link-over') setOver(thrown)
        else failure.show(thrown)
      }
    },
  })
  const failure = useGateFailure(() => form, email)
  const check = usePasswordCheck(auth, form.values.password)

  if (over !== undefined) return <LinkProblem error={over} isOfConsole={isOfConsole} />
  if (isDone) {
    return (
      <DonePage email={email} isOfConsole={isOfConsole} target={target}>
        {actionTexts.resetDone}
      </DonePage>
    )
  }
  return (
    <GatePage title={actionTexts.resetTitle} subtitle={actionTexts.resetSubtitle(email)}>
      <form {...form.formProps} className="grid gap-4">
        <HiddenUsername email={email} />
        <NewPasswordField
          field={form.field('password')}
          label={actionTexts.newPassword}
          check={check}
          size="large"
          autoFocus
        />
        <GateNotice failure={failure} email={email} />
        <GateSubmit failure={failure} isPending={form.isSubmitting}>
          {actionTexts.savePassword}
        </GateSubmit>
      </form>
    </GatePage>
  )
}

/** Signs in to the console by a link. The link doesn't say to whom it was sent, so that whoever finds it can't use it. */
function SignInByLink({ opened: { target } }: { readonly opened: OpenedLink }) {
  const { auth } = useConsoleApp()
  const navigate = useNavigate()
  const [askedEmail] = useState(() => getAskedEmail() ?? '')
  const [over, setOver] = useState<unknown>()
  const goOn = () => {
    setAskedEmail(undefined)
    const path = target?.origin === location.origin ? innerPath(target.pathname + target.search) : undefined
    void navigate({ href: path ?? '/', replace: true })
  }
  const entering = useEntering(goOn)
  const form: Form<{ email: string }> = useForm({
    initial: { email: askedEmail },
    validators: { email: validateEmail },
    submit: async ({ email }) => {
      failure.clear()
      try {
        await entering.enter('email_link', () => signInWithEmailLink(auth, email.trim(), location.href))
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'link-over') setOver(thrown)
        else if (reaction.kind === 'at-field') form.reject('email', actionTexts.otherAddress)
        else failure.show(thrown)
      }
    },
  })
  const email = form.values.email.trim()
  const failure = useGateFailure(() => form, email)

  if (over !== undefined) return <LinkProblem error={over} isOfConsole />
  if (entering.resolver !== undefined) return <SecondFactorStep entering={entering} resolver={entering.resolver} />
  return (
    <GatePage
      title={actionTexts.signInTitle}
      subtitle={askedEmail === '' ? `${actionTexts.signInSubtitle} ${actionTexts.signInText}` : askedEmail}
    >
      <form {...form.formProps} className="grid gap-4">
        <TextField
          {...form.field('email')}
          label={signInTexts.email}
          type="email"
          autoComplete="username"
          size="large"
          autoFocus={askedEmail === ''}
          isRequired
        />
        <GateNotice failure={failure} email={email} />
        <GateSubmit failure={failure} isPending={form.isSubmitting}>
          {actionTexts.signIn}
        </GateSubmit>
      </form>
    </GatePage>
  )
}
