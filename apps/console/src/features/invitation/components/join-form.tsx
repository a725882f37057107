import { useRouter } from '@tanstack/react-router'
import { signInWithEmailAndPassword } from 'firebase/auth'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { GateSubmit } from '../../../session/gate-submit.tsx'
import { NewPasswordField } from '../../../session/new-password-field.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { track } from '../../../backend/telemetry.ts'
import { membersTexts } from '../../../texts/en/members.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName } from '../../../ui/validators.ts'
import { forgetInvitationLink, type InvitationLink } from '../invitation-link.ts'
import { joinByInvitation, type DescribedInvitation } from '../queries/invitation.ts'

export interface JoinFormProps {
  readonly link: InvitationLink
  readonly invitation: DescribedInvitation
}

/** For somebody without an account: a name and a password, and they are a member. */
export function JoinForm({ link, invitation: { email } }: JoinFormProps) {
  const { auth } = useConsoleApp()
  const router = useRouter()
  const form: Form<{ displayName: string; password: string }> = useForm({
    initial: { displayName: '', password: '' },
    validators: {
      displayName: validateDisplayName,
      password: () => (check.isMet ? undefined : policyTexts.unmet),
    },
    submit: async ({ displayName, password }) => {
      failure.clear()
      try {
        await joinByInvitation(link, { displayName: displayName.trim(), password })
        forgetInvitationLink()
        track({ name: 'sign_up' })
        await signInWithEmailAndPassword(auth, email, password)
        await router.navigate({ to: '/projects/$project', params: { project: link.project } })
      } catch (thrown) {
        failure.show(thrown)
      }
    },
  })
  const failure = useGateFailure(() => form, email)
  const check = usePasswordCheck(auth, form.values.password)
  return (
    <form {...form.formProps} className="grid gap-4">
      <TextField
        label={signInTexts.email}
        name="email"
        value={email}
        onChange={() => undefined}
        type="email"
        autoComplete="username"
        size="large"
        isReadOnly
      />
      <TextField
        {...form.field('displayName')}
        label={signInTexts.name}
        autoComplete="name"
        size="large"
        autoFocus
        isRequired
      />
      <NewPasswordField field={form.field('password')} label={signInTexts.password} check={check} size="large" />
      <GateNotice failure={failure} email={email} />
      <GateSubmit failure={failure} isPending={form.isSubmitting}>
        {membersTexts.join}
      </GateSubmit>
    </form>
  )
}
