import { useNavigate } from '@tanstack/react-router'
import { signInWithEmailLink } from 'firebase/auth'
import { useState } from 'react'
import { innerPath } from '../../../session/inner-path.ts'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { GateSubmit } from '../../../session/gate-submit.tsx'
import { getAskedEmail, setAskedEmail } from '../../../browser/preferences.ts'
import { SecondFactorStep } from '../../../session/lazy-second-factor-step.tsx'
import { useEntering } from '../../../session/use-entering.ts'
import { actionTexts } from '../../../texts/en/action.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail } from '../../../ui/validators.ts'
import type { OpenedLink } from '../action-link.ts'
import { LinkProblem } from './link-problem.tsx'

/** Signs in to the console by a link. The link doesn't say to whom it was sent, so that whoever finds it can't use it. */
export function SignInByLink({ opened: { target } }: { readonly opened: OpenedLink }) {
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
