import { useLocation, useSearch } from '@tanstack/react-router'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { useState } from 'react'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { useSessionState } from '../../../session/session-context.tsx'
import type { SignedOutReason } from '../../../session/session-state.ts'
import { track } from '../../../telemetry/telemetry.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice, type NoticeTone } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail, validatePasswordPresent } from '../../../ui/validators.ts'

export function SignInPage() {
  const { auth, settings } = useConsoleApp()
  const { to } = useSearch({ from: '/opened/sign-in' })
  const { email: keptEmail = '' } = useLocation().state
  const form: Form<{ email: string; password: string }> = useForm({
    initial: { email: keptEmail, password: '' },
    validators: { email: validateEmail, password: validatePasswordPresent },
    submit: async ({ email, password }) => {
      failure.clear()
      try {
        await signInWithEmailAndPassword(auth, email.trim(), password)
        track({ name: 'login', method: 'password' })
      } catch (thrown) {
        failure.show(thrown)
      }
    },
  })
  const email = form.values.email.trim()
  const failure = useGateFailure(() => form, email)

  return (
    <GatePage
      title={signInTexts.signIn}
      subtitle={signInTexts.signInSubtitle}
      footer={
        settings.signUpAllowed && (
          <>
            {signInTexts.noAccount}{' '}
            <TextLink to="/sign-up" search={to === undefined ? {} : { to }}>
              {signInTexts.signUp}
            </TextLink>
          </>
        )
      }
    >
      {failure.reaction === undefined && <SignedOutNotice to={to} />}
      <form {...form.formProps} className="grid gap-4">
        <TextField
          {...form.field('email')}
          label={signInTexts.email}
          type="email"
          autoComplete="username"
          size="large"
          autoFocus={keptEmail === ''}
          isRequired
        />
        <PasswordField
          {...form.field('password')}
          label={signInTexts.password}
          autoComplete="current-password"
          size="large"
          autoFocus={keptEmail !== ''}
          isRequired
        />
        <GateNotice failure={failure} email={email} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          isWide
          isPending={form.isSubmitting}
          isDisabled={failure.secondsLeft > 0}
        >
          {failure.secondsLeft > 0 ? signInTexts.nextTryIn(failure.secondsLeft) : signInTexts.signIn}
        </Button>
      </form>
    </GatePage>
  )
}

const notices: Readonly<Record<SignedOutReason, readonly [tone: NoticeTone, text: string]>> = {
  chosen: ['good', signInTexts.signedOutChosen],
  ended: ['attention', signInTexts.signedOutEnded],
  disabled: ['attention', signInTexts.signedOutDisabled],
  deleted: ['good', signInTexts.accountDeleted],
}

/** Why this screen is here, when it isn't the first one. */
function SignedOutNotice({ to }: { readonly to: string | undefined }) {
  const state = useSessionState()
  const [reason] = useState(state.status === 'signed-out' ? state.reason : undefined)
  const [tone, text] =
    reason === undefined ? ['information' as const, to === undefined ? undefined : signInTexts.goesOn] : notices[reason]
  if (text === undefined) return null
  return (
    <div className="mb-5">
      <Notice tone={tone} isAnnounced={reason !== undefined}>
        {text}
      </Notice>
    </div>
  )
}
