import type { FocusEvent, HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldHelp, FieldLabel, FieldMessage, OvertakenNote, controlClasses } from './field.tsx'
import { classNames } from './class-names.ts'
import type { Overtaken } from './use-form.ts'

export interface TextFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (event: FocusEvent) => void
  /** Shown under the field instead of nothing; makes it invalid. */
  readonly error?: ReactNode
  readonly overtaken?: Overtaken
  readonly description?: ReactNode
  readonly type?: 'text' | 'email' | 'url' | 'search' | 'date' | 'datetime-local'
  /** Which keys a phone shows. */
  readonly inputMode?: 'numeric' | 'tel'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly placeholder?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
  readonly isMonospaced?: boolean
  readonly maxLength?: number
  readonly size?: 'medium' | 'large'
  readonly hasHiddenLabel?: boolean
}

/** One line of text with its label, its help and its message. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    error,
    overtaken,
    description,
    placeholder,
    isMonospaced,
    maxLength,
    inputMode = props.type === 'email' ? 'email' : undefined,
    size = 'medium',
    hasHiddenLabel,
    ...field
  } = props
  const hasError = error !== undefined && error !== ''
  return (
    <AriaTextField
      {...field}
      isInvalid={hasError}
      validationBehavior="aria"
      {...(hasHiddenLabel === true && { 'aria-label': label })}
    >
      {hasHiddenLabel !== true && <FieldLabel>{label}</FieldLabel>}
      <Input
        {...(placeholder !== undefined && { placeholder })}
        {...(maxLength !== undefined && { maxLength })}
        {...(inputMode !== undefined && { inputMode })}
        autoCapitalize="none"
        spellCheck="false"
        className={classNames(
          controlClasses,
          size === 'large' ? 'h-[38px] px-3 touch:h-11' : 'h-8 px-2.5 touch:h-10',
          isMonospaced === true && 'font-mono text-code',
        )}
      />
      {hasError ? (
        <FieldMessage>{error}</FieldMessage>
      ) : (
        description !== undefined && <FieldHelp>{description}</FieldHelp>
      )}
      <OvertakenNote overtaken={overtaken} />
    </AriaTextField>
  )
}
