import type { FocusEvent, ReactNode } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import { controlClasses, FieldHelp, FieldLabel, FieldMessage } from './field.tsx'
import { floatClasses, itemClasses } from './float.ts'

export interface ComboFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (event: FocusEvent) => void
  /** What is offered; anything else may be typed, too. */
  readonly options: readonly string[]
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly autoFocus?: boolean
}

/** A text that is completed from what is known. */
export function ComboField({ label, value, onChange, options, error, description, ...field }: ComboFieldProps) {
  const hasError = error !== undefined && error !== ''
  return (
    <ComboBox
      {...field}
      allowsCustomValue
      inputValue={value}
      onInputChange={onChange}
      items={matching(options, value).map((id) => ({ id }))}
      isInvalid={hasError}
      validationBehavior="aria"
    >
      <FieldLabel>{label}</FieldLabel>
      <Input
        autoCapitalize="none"
        spellCheck="false"
        className={classNames(controlClasses, 'h-8 px-2.5 font-mono text-code touch:h-10')}
      />
      {hasError ? (
        <FieldMessage>{error}</FieldMessage>
      ) : (
        description !== undefined && <FieldHelp>{description}</FieldHelp>
      )}
      <Popover className={classNames(floatClasses, 'w-(--trigger-width)')} offset={4}>
        <ListBox className="max-h-60 overflow-auto p-1 outline-none">
          {({ id }: { id: string }) => (
            <ListBoxItem id={id} textValue={id} className={classNames(itemClasses, 'font-mono text-code')}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

/** Those that hold what was typed, those that begin with it first. */
function matching(options: readonly string[], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  const found = options.filter((option) => option.toLowerCase().includes(wanted))
  const begins = (option: string): number => (option.toLowerCase().startsWith(wanted) ? 0 : 1)
  return found.toSorted((a, b) => begins(a) - begins(b))
}
