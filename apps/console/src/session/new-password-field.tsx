import { policyTexts } from '../texts/en/policy.ts'
import { Checklist } from '../ui/checklist.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import type { FieldProps } from '../ui/use-form.ts'
import type { PolicyCheck } from './password-policy.ts'

export interface NewPasswordFieldProps {
  readonly field: FieldProps
  readonly label: string
  /** From `usePasswordCheck`. */
  readonly check: PolicyCheck
  readonly size?: 'medium' | 'large'
  readonly autoFocus?: boolean
}

/** A password that is being chosen, with the policy's rules as they are met. */
export function NewPasswordField({ field, check, ...rest }: NewPasswordFieldProps) {
  return (
    <PasswordField {...field} {...rest} autoComplete="new-password" isRequired>
      <Checklist label={policyTexts.label} items={check.items} />
    </PasswordField>
  )
}
