import { useSearch } from '@tanstack/react-router'
import { createUserWithEmailAndPassword, updateProfile } from 'firebase/auth'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure, GateSubmit } from '../../../session/gate-form.tsx'
import { NewAccountFields } from '../../../session/new-account-fields.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { SecondFactorStep } from '../../../session/lazy-second-factor-step.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { useEntering } from '../../../session/use-entering.ts'
import { track } from '../../../backend/telemetry.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName, validateEmail } from '../../../ui/validators.ts'
import { CutShortNotice } from './sign-in-page.tsx'
import { OtherWays } from './other-ways.tsx'

export function SignUpPage() {
  const { settings } = useConsoleApp()
  const { to } = useSearch({ from: '/opened/sign-up' })
  const entering = useEntering()
  const footer = (
    <>
      {signInTexts.haveAccount}{' '}
      <TextLink to="/sign-in" search={to === undefined ? {} : { to }}>
        {signInTexts.signIn}
      </TextLink>
    </>
  )
  if (entering.resolver !== undefined) return <SecondFactorStep entering={entering} resolver={entering.resolver} />
  return (
    <GatePage
      title={settings.signUpAllowed ? signInTexts.signUp : signInTexts.signUpClosedTitle}
      subtitle={signInTexts.signUpSubtitle}
      footer={footer}
    >
      {settings.signUpAllowed ? (
        <>
          <CutShortNotice />
          {settings.signIn.password && <SignUpForm />}
          <OtherWays entering={entering} email="" to={to} hasLink={false} />
        </>
      ) : (
        <Notice tone="information">{signInTexts.signUpClosed}</Notice>
      )}
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
      <NewAccountFields form={form} check={check} autoFocus />
      <GateNotice failure={failure} email={email} />
      <GateSubmit failure={failure} isPending={form.isSubmitting}>
        {signInTexts.createAccount}
      </GateSubmit>
    </form>
  )
}
