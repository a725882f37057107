import { signInTexts } from '../texts/en/sign-in.ts'
import { TextField } from '../ui/text-field.tsx'
import type { Form, FieldProps } from '../ui/use-form.ts'
import type { PolicyCheck } from './password-policy.ts'
import { policyTexts } from '../texts/en/policy.ts'
import { Checklist } from '../ui/checklist.tsx'
import { PasswordField } from '../ui/password-field.tsx'

export interface NewAccountFieldsProps {
  readonly form: Pick<Form<{ displayName: string; email: string; password: string }>, 'field'>
  readonly check: PolicyCheck
  /** Whether one begins with the name. */
  readonly autoFocus: boolean
}

/** What everybody gives who makes an account of their own. */
export function NewAccountFields({ form, check, autoFocus }: NewAccountFieldsProps) {
  return (
    <>
      <TextField
        {...form.field('displayName')}
        label={signInTexts.name}
        autoComplete="name"
        size="large"
        autoFocus={autoFocus}
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
      <NewPasswordField field={form.field('password')} label={signInTexts.password} check={check} size="large" />
    </>
  )
}

interface NewPasswordFieldProps {
  readonly field: FieldProps
  readonly label: string
  /** From `usePasswordCheck`. */
  readonly check: PolicyCheck
  readonly size?: 'medium' | 'large'
  readonly autoFocus?: boolean
  readonly description?: string
  /** Empty says that there is to be none. */
  readonly isOptional?: boolean
}

/** A password that is being chosen, with the policy's rules as they are met. */
export function NewPasswordField({ field, check, isOptional = false, ...rest }: NewPasswordFieldProps) {
  return (
    <PasswordField {...field} {...rest} autoComplete="new-password" isRequired={!isOptional}>
      {!(isOptional && field.value === '') && <Checklist label={policyTexts.label} items={check.items} />}
    </PasswordField>
  )
}
