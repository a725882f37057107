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
