import { useLocation } from '@tanstack/react-router'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { useEffect, useState } from 'react'
import { setUpOwner } from '../../../api/set-up.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { useSession } from '../../../session/session-context.tsx'
import { policyTexts } from '../../../texts/en/policy.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { validationTexts } from '../../../texts/en/validation.ts'
import { Button } from '../../../ui/button.tsx'
import { Checklist } from '../../../ui/checklist.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName, validateEmail } from '../../../ui/validators.ts'
import { codeFromLink } from '../code-from-link.ts'

/** First run: whoever brings the code that the server printed becomes its owner. */
export function WelcomePage() {
  const { auth } = useConsoleApp()
  const session = useSession()
  const [linkedCode, setLinkedCode] = useState(() => codeFromLink(location))
  const form: Form<{ code: string; displayName: string; email: string; password: string }> = useForm({
    initial: { code: linkedCode, displayName: '', email: '', password: '' },
    validators: {
      code: (code) => (code.trim() === '' ? validationTexts.codeMissing : undefined),
      displayName: validateDisplayName,
      email: validateEmail,
      password: () => (check.isMet ? undefined : policyTexts.unmet),
    },
    submit: async ({ code, displayName, email, password }) => {
      failure.clear()
      try {
        await setUpOwner({ code: code.trim(), displayName: displayName.trim(), email: email.trim(), password })
        session.finishSetUp()
        await signInWithEmailAndPassword(auth, email.trim(), password)
      } catch (thrown) {
        failure.show(thrown)
      }
    },
  })
  const email = form.values.email.trim()
  const failure = useGateFailure(() => form, email)
  const { setValue } = form
  const { href } = useLocation()
  // The link may be opened where this page is open already. The code is a secret until it is used, so it doesn't stay in the
  // address bar and in the history.
  useEffect(() => {
    const code = codeFromLink(location)
    if (code === '') return
    setLinkedCode(code)
    setValue('code', code)
    history.replaceState(history.state, '', location.pathname)
  }, [href, setValue])
  const check = usePasswordCheck(auth, form.values.password)

  return (
    <GatePage title={signInTexts.welcome} subtitle={signInTexts.welcomeSubtitle}>
      <form {...form.formProps} className="grid gap-4">
        <TextField
          {...form.field('code')}
          label={signInTexts.setupCode}
          description={
            linkedCode !== '' && form.values.code === linkedCode ? signInTexts.codeFromLink : signInTexts.setupCodeHelp
          }
          autoComplete="off"
          size="large"
          isMonospaced
          autoFocus={linkedCode === ''}
          isRequired
        />
        <TextField
          {...form.field('displayName')}
          label={signInTexts.name}
          autoComplete="name"
          size="large"
          autoFocus={linkedCode !== ''}
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
          {failure.secondsLeft > 0 ? signInTexts.nextTryIn(failure.secondsLeft) : signInTexts.createOwner}
        </Button>
      </form>
    </GatePage>
  )
}
