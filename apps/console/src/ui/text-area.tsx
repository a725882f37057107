import type { FocusEvent, ReactNode } from 'react'
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField } from 'react-aria-components/TextField'
import { FieldHelp, FieldLabel, FieldMessage, OvertakenNote, controlClasses } from './field.tsx'
import { classNames } from './class-names.ts'
import type { Overtaken } from './use-form.ts'

export interface TextAreaProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (event: FocusEvent) => void
  readonly error?: ReactNode
  readonly overtaken?: Overtaken
  readonly description?: ReactNode
  readonly rows?: number
  readonly isMonospaced?: boolean
  readonly isReadOnly?: boolean
  readonly autoFocus?: boolean
}

/** Several lines of text. */
export function TextArea({ label, error, overtaken, description, rows = 4, isMonospaced, ...field }: TextAreaProps) {
  const hasError = error !== undefined && error !== ''
  return (
    <AriaTextField {...field} isInvalid={hasError} validationBehavior="aria">
      <FieldLabel>{label}</FieldLabel>
      <AriaTextArea
        rows={rows}
        spellCheck="false"
        className={classNames(
          controlClasses,
          'block resize-y px-2.5 py-1.5',
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
