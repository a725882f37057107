import { signInTexts } from '../texts/en/sign-in.ts'
import { TextField } from '../ui/text-field.tsx'
import type { Form } from '../ui/use-form.ts'
import { NewPasswordField } from './new-password-field.tsx'
import type { PolicyCheck } from './password-policy.ts'

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
