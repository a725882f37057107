import { confirmPasswordReset } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { GateNotice, useGateFailure } from '../../../session/gate-form.tsx'
import { GateSubmit } from '../../../session/gate-submit.tsx'
import { HiddenUsername } from '../../../session/hidden-username.tsx'
import { NewPasswordField } from '../../../session/new-password-field.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { setAskedEmail } from '../../../browser/preferences.ts'
import { actionTexts } from '../../../texts/en/action.ts'
import { policyTexts } from '../../../texts/en/policy.ts'
import { GatePage } from '../../../ui/gate-page.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import type { OpenedLink } from '../action-link.ts'
import { DonePage } from './done-page.tsx'
import { LinkProblem } from './link-problem.tsx'

export interface NewPasswordProps {
  readonly opened: OpenedLink
  readonly isOfConsole: boolean
}

/** A new password by a link; what the policy refuses leaves the link good. */
export function NewPassword({ opened: { auth, code, info, target }, isOfConsole }: NewPasswordProps) {
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
