import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextField } from 'react-aria-components/TextField'
import { classNames } from './class-names.ts'
import type { Overtaken } from './use-form.ts'
import { controlClasses, FieldHelp, FieldLabel, FieldMessage, OvertakenNote } from './field.tsx'
import { OptionList, optionId } from './option-list.tsx'

export interface ComboFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (event: FocusEvent) => void
  /** What is offered, or what gives it when somebody asks; anything else may be typed, too. */
  readonly options: readonly string[] | (() => readonly string[])
  readonly error?: ReactNode
  readonly overtaken?: Overtaken
  readonly description?: ReactNode
  readonly autoFocus?: boolean
  readonly hasHiddenLabel?: boolean
  readonly placeholder?: string
}

/** More than so many are not offered at once: whoever wants one of them types. */
const offeredMax = 100

/** A text that is completed from what is known, after the ARIA Authoring Practices' editable combobox with list autocomplete. */
export function ComboField({
  label,
  value,
  onChange,
  options,
  error,
  overtaken,
  description,
  hasHiddenLabel = false,
  placeholder,
  ...field
}: ComboFieldProps) {
  const hasError = error !== undefined && error !== ''
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [active, setActive] = useState<string>()
  const offered = isWanted ? matching(options, value) : []
  const isOpen = offered.length > 0
  const at = active === undefined ? -1 : offered.indexOf(active)

  const close = (): void => {
    setWanted(false)
    setActive(undefined)
  }
  const choose = (option: string): void => {
    onChange(option)
    close()
  }
  const step = (by: 1 | -1): void => {
    const all = isOpen ? offered : matching(options, value)
    const next = at === -1 ? (by === 1 ? 0 : all.length - 1) : (at + by + all.length) % all.length
    setWanted(true)
    setActive(all[next])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const chosen = offered[at]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape' && isOpen) close()
    else {
      if (event.key === 'Tab' && chosen !== undefined) choose(chosen)
      return
    }
    event.preventDefault()
    // What is around the field has a meaning of its own for these keys.
    event.stopPropagation()
  }
  return (
    <TextField
      {...field}
      value={value}
      onChange={(text) => {
        setWanted(true)
        setActive(undefined)
        onChange(text)
      }}
      onBlur={(event) => {
        close()
        field.onBlur?.(event)
      }}
      isInvalid={hasError}
      validationBehavior="aria"
      {...(hasHiddenLabel && { 'aria-label': label })}
    >
      {!hasHiddenLabel && <FieldLabel>{label}</FieldLabel>}
      <Input
        ref={input}
        {...(placeholder !== undefined && { placeholder })}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': listId })}
        {...(at !== -1 && { 'aria-activedescendant': optionId(listId, at) })}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        className={classNames(controlClasses, 'h-8 px-2.5 font-mono text-code placeholder:font-sans touch:h-10')}
      />
      {hasError ? (
        <FieldMessage>{error}</FieldMessage>
      ) : (
        description !== undefined && <FieldHelp>{description}</FieldHelp>
      )}
      <OvertakenNote overtaken={overtaken} />
      {isOpen && (
        <OptionList id={listId} label={label} options={offered} active={at} beside={input} onChoose={choose} />
      )}
    </TextField>
  )
}

/** Those that hold what was typed, those that begin with it first. */
function matching(options: ComboFieldProps['options'], typed: string): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  const found = (typeof options === 'function' ? options() : options).filter((option) =>
    option.toLowerCase().includes(wanted),
  )
  const begins = (option: string): number => (option.toLowerCase().startsWith(wanted) ? 0 : 1)
  return found.toSorted((a, b) => begins(a) - begins(b)).slice(0, offeredMax)
}
