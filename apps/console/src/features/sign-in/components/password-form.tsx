import { signInWithEmailAndPassword } from 'firebase/auth'
import { useEffect } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { GateSubmit } from '../../../session/gate-submit.tsx'
import type { Entering } from '../../../session/use-entering.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail, validatePasswordPresent } from '../../../ui/validators.ts'

export interface PasswordFormProps {
  readonly entering: Entering
  readonly initialEmail: string
  readonly onEmail: (email: string) => void
  readonly onFailed: (hasFailed: boolean) => void
}

/** E-mail and password. */
export function PasswordForm({ entering, initialEmail, onEmail, onFailed }: PasswordFormProps) {
  const { auth } = useConsoleApp()
  const form: Form<{ email: string; password: string }> = useForm({
    initial: { email: initialEmail, password: '' },
    validators: { email: validateEmail, password: validatePasswordPresent },
    submit: async ({ email, password }) => {
      failure.clear()
      try {
        await entering.enter('password', () => signInWithEmailAndPassword(auth, email.trim(), password))
      } catch (thrown) {
        // The password is right, and no longer good enough: another is chosen by a link.
        if (reactionTo(thrown).kind === 'policy') form.reject('password', <TooWeak email={email.trim()} />)
        else failure.show(thrown)
      }
    },
  })
  const email = form.values.email.trim()
  const failure = useGateFailure(() => form, email)
  const hasFailed = failure.reaction !== undefined
  useEffect(() => onFailed(hasFailed), [hasFailed, onFailed])
  useEffect(() => onEmail(email), [email, onEmail])

  return (
    <form {...form.formProps} className="grid gap-4">
      <TextField
        {...form.field('email')}
        label={signInTexts.email}
        type="email"
        autoComplete="username"
        size="large"
        autoFocus={initialEmail === ''}
        isRequired
      />
      <div className="relative">
        <PasswordField
          {...form.field('password')}
          label={signInTexts.password}
          autoComplete="current-password"
          size="large"
          autoFocus={initialEmail !== ''}
          isRequired
        />
        {/* After the field, so that the way from it by keyboard is on to the button. */}
        <span className="absolute top-0 right-0 text-table">
          <TextLink to="/reset-password" state={{ email }}>
            {signInTexts.forgot}
          </TextLink>
        </span>
      </div>
      <GateNotice failure={failure} email={email} />
      <GateSubmit failure={failure} isPending={form.isSubmitting}>
        {signInTexts.signIn}
      </GateSubmit>
    </form>
  )
}

function TooWeak({ email }: { readonly email: string }) {
  return (
    <>
      {signInTexts.tooWeak}{' '}
      <TextLink to="/reset-password" state={{ email }}>
        {signInTexts.resetPassword}
      </TextLink>
    </>
  )
}
