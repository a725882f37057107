import { useState, type FocusEvent, type ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { uiTexts } from '../texts/en/ui.ts'
import { FieldHelp, FieldLabel, FieldMessage, controlClasses } from './field.tsx'
import { classNames } from './class-names.ts'

export interface PasswordFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (event: FocusEvent) => void
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly autoComplete: 'current-password' | 'new-password'
  readonly isRequired?: boolean
  readonly autoFocus?: boolean
  readonly size?: 'medium' | 'large'
  /** Below the field, such as the policy's checklist. */
  readonly children?: ReactNode
}

/** A password that can be shown while it is typed. Pasting is always allowed. */
export function PasswordField({ label, error, description, size = 'medium', children, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const hasError = error !== undefined && error !== ''
  return (
    <AriaTextField {...field} type={isShown ? 'text' : 'password'} isInvalid={hasError} validationBehavior="aria">
      <FieldLabel>{label}</FieldLabel>
      <div className="relative">
        <Input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck="false"
          maxLength={4096}
          className={classNames(
            controlClasses,
            'pr-16',
            size === 'large' ? 'h-[38px] pl-3 touch:h-11' : 'h-8 pl-2.5 touch:h-10',
          )}
        />
        <AriaButton
          aria-label={isShown ? uiTexts.hidePassword : uiTexts.showPassword}
          onPress={() => setShown(!isShown)}
          className="absolute inset-y-1 right-1 min-w-12 rounded-small px-2 text-table text-ink-2 hover:text-ink-1"
        >
          {isShown ? uiTexts.hide : uiTexts.show}
        </AriaButton>
      </div>
      {hasError ? (
        <FieldMessage>{error}</FieldMessage>
      ) : (
        description !== undefined && <FieldHelp>{description}</FieldHelp>
      )}
      {children}
    </AriaTextField>
  )
}

/** Tells a password manager which account a form without an e-mail field is for. */
export function HiddenUsername({ email }: { readonly email: string | null }) {
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden tabIndex={-1} />
}
