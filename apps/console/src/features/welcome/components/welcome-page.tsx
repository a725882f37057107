import { useLocation } from '@tanstack/react-router'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { useEffect, useState } from 'react'
import { codeFromLink } from '../../../session/code-from-link.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure, GateSubmit } from '../../../session/gate-form.tsx'
import { NewAccountFields } from '../../../session/new-account-fields.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { useSession } from '../../../session/session-context.tsx'
import { policyTexts } from '../../../texts/en/policy.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName, validateEmail } from '../../../ui/validators.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'

const validationTexts = uiTexts.validation

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
        <NewAccountFields form={form} check={check} autoFocus={linkedCode !== ''} />
        <GateNotice failure={failure} email={email} />
        <GateSubmit failure={failure} isPending={form.isSubmitting}>
          {signInTexts.createOwner}
        </GateSubmit>
      </form>
    </GatePage>
  )
}

type OwnerAccount = api.InputOf<typeof api.setUp>['body']

/** Makes the server's owner with the set-up code that the server printed. The code is good for one owner, once. */
async function setUpOwner(body: OwnerAccount): Promise<void> {
  await callApi(api.setUp, { body })
}
