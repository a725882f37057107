import { useSearch } from '@tanstack/react-router'
import { createUserWithEmailAndPassword, updateProfile } from 'firebase/auth'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { useSession } from '../../../session/session-context.tsx'
import { track } from '../../../telemetry/telemetry.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Checklist } from '../../../ui/checklist.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName, validateEmail } from '../../../ui/validators.ts'

export function SignUpPage() {
  const { settings } = useConsoleApp()
  const { to } = useSearch({ from: '/opened/sign-up' })
  const footer = (
    <>
      {signInTexts.haveAccount}{' '}
      <TextLink to="/sign-in" search={to === undefined ? {} : { to }}>
        {signInTexts.signIn}
      </TextLink>
    </>
  )
  return (
    <GatePage
      title={settings.signUpAllowed ? signInTexts.signUp : signInTexts.signUpClosedTitle}
      subtitle={signInTexts.signUpSubtitle}
      footer={footer}
    >
      {settings.signUpAllowed ? <SignUpForm /> : <Notice tone="information">{signInTexts.signUpClosed}</Notice>}
    </GatePage>
  )
}

function SignUpForm() {
  const { auth } = useConsoleApp()
  const session = useSession()
  const form: Form<{ displayName: string; email: string; password: string }> = useForm({
    initial: { displayName: '', email: '', password: '' },
    validators: {
      displayName: validateDisplayName,
      email: validateEmail,
      password: () => (check.isMet ? undefined : policyTexts.unmet),
    },
    submit: async ({ displayName, email, password }) => {
      failure.clear()
      try {
        const { user } = await createUserWithEmailAndPassword(auth, email.trim(), password)
        await updateProfile(user, { displayName: displayName.trim() })
        await session.refresh()
        track({ name: 'sign_up' })
      } catch (thrown) {
        failure.show(thrown)
      }
    },
  })
  const email = form.values.email.trim()
  const failure = useGateFailure(() => form, email)
  const check = usePasswordCheck(auth, form.values.password)

  return (
    <form {...form.formProps} className="grid gap-4">
      <TextField
        {...form.field('displayName')}
        label={signInTexts.name}
        autoComplete="name"
        size="large"
        autoFocus
        isRequired
      />
      <TextField
        {...form.field('email')}
        label={signInTexts.email}
        type="email"
        autoComplete="username"
        size="large"
        isRequired
      />
      <PasswordField
        {...form.field('password')}
        label={signInTexts.password}
        autoComplete="new-password"
        size="large"
        isRequired
      >
        <Checklist label={policyTexts.label} items={check.items} />
      </PasswordField>
      <GateNotice failure={failure} email={email} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        isWide
        isPending={form.isSubmitting}
        isDisabled={failure.secondsLeft > 0}
      >
        {failure.secondsLeft > 0 ? signInTexts.nextTryIn(failure.secondsLeft) : signInTexts.createAccount}
      </Button>
    </form>
  )
}
