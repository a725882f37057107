import { TotpMultiFactorGenerator, type MultiFactorResolver, type UserCredential } from 'firebase/auth'
import { useState, type ReactNode } from 'react'
import { failureOf } from '../backend/errors/failure.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm, type Form } from '../ui/use-form.ts'
import { GateNotice, useGateFailure, GateSubmit } from './gate-form.tsx'
import { isCode, withoutSpaces } from './totp-code.ts'

export interface SecondFactorFormProps {
  readonly resolver: MultiFactorResolver
  readonly onDone: (credential: UserCredential) => Promise<void> | void
  /** The first factor has to be shown again: it is too long ago, or somebody wants another account. */
  readonly onStartOver: () => void
}

/** Asks for the code of an authenticator app; of several apps it asks which. */
export function SecondFactorForm({ resolver, onDone, onStartOver }: SecondFactorFormProps) {
  const factors = resolver.hints.filter(({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID)
  const [chosen, setChosen] = useState(factors[0]?.uid)
  const form: Form<{ code: string }> = useForm({
    initial: { code: '' },
    validators: { code: (code) => (isCode(code) ? undefined : signInTexts.codeMissing) },
    submit: async ({ code }) => {
      failure.clear()
      try {
        const assertion = TotpMultiFactorGenerator.assertionForSignIn(chosen ?? '', withoutSpaces(code))
        await onDone(await resolver.resolveSignIn(assertion))
      } catch (thrown) {
        form.setValue('code', '')
        failure.show(thrown)
        if (failureOf(thrown).code === 'auth/user-disabled') onStartOver()
      }
    },
  })
  const failure = useGateFailure(() => form, '')
  if (factors.length === 0) {
    return (
      <Stack>
        <Notice tone="attention">{signInTexts.noAppFactor}</Notice>
        <Button size="large" isWide onPress={onStartOver}>
          {signInTexts.startOver}
        </Button>
      </Stack>
    )
  }
  return (
    <form {...form.formProps} className="grid gap-4">
      {factors.length > 1 && (
        <Select
          label={signInTexts.factor}
          options={factors.map(({ uid, displayName }) => ({
            id: uid,
            label: displayName === undefined || displayName === null ? signInTexts.unnamedFactor : displayName,
          }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      <TextField
        {...form.field('code')}
        label={signInTexts.code}
        description={signInTexts.codeHelp}
        autoComplete="one-time-code"
        inputMode="numeric"
        size="large"
        isMonospaced
        maxLength={9}
        autoFocus
        isRequired
      />
      <GateNotice failure={failure} email="" />
      <GateSubmit failure={failure} isPending={form.isSubmitting}>
        {signInTexts.confirmCode}
      </GateSubmit>
      <Button variant="quiet" isWide onPress={onStartOver} isDisabled={form.isSubmitting}>
        {signInTexts.startOver}
      </Button>
      <p className="text-center text-table text-pretty text-ink-2">{signInTexts.lostDevice}</p>
    </form>
  )
}

function Stack({ children }: { readonly children: ReactNode }) {
  return <div className="grid gap-4">{children}</div>
}
