import { Check, ChevronDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { FieldHelp, FieldLabel, FieldMessage, controlClasses } from './field.tsx'
import { classNames } from './class-names.ts'
import { floatClasses, itemClasses } from './float.ts'

export interface SelectOption<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly description?: string
}

export interface SelectProps<Id extends string> {
  readonly label: string
  readonly options: readonly SelectOption<Id>[]
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
  readonly name?: string
  readonly error?: ReactNode
  readonly description?: ReactNode
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly hasHiddenLabel?: boolean
  readonly size?: SelectSize
}

/** A chip is as small as a word. */
type SelectSize = 'chip' | 'small' | 'medium'

/** The look of what opens the list. */
export function selectClasses(size: SelectSize): string {
  if (size === 'chip') {
    return 'flex h-5.5 items-center gap-0.5 rounded-small bg-ground-3 pr-1 pl-1.5 text-small text-ink-2 hover:text-ink-1 touch:h-10'
  }
  return classNames(
    controlClasses,
    'flex items-center gap-2 text-left',
    size === 'small' ? 'h-7 px-2 text-table touch:h-10' : 'h-8 px-2.5 touch:h-10',
  )
}

/** One of a few. Not rendered again while its properties are the same ones. */
export const Select = memo(PlainSelect) as typeof PlainSelect

function PlainSelect<Id extends string>(props: SelectProps<Id>) {
  const { label, options, value, onChange, error, description, hasHiddenLabel, size = 'medium', ...rest } = props
  const hasError = error !== undefined && error !== ''
  return (
    <AriaSelect
      {...rest}
      value={value ?? null}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key)
        if (chosen !== undefined) onChange(chosen.id)
      }}
      isInvalid={hasError}
      validationBehavior="aria"
      {...(hasHiddenLabel === true && { 'aria-label': label })}
      // The ring is around its button alone.
      className="outline-none"
    >
      {hasHiddenLabel !== true && <FieldLabel>{label}</FieldLabel>}
      <AriaButton className={selectClasses(size)}>
        <SelectValue className="min-w-0 flex-1 truncate data-placeholder:text-ink-3">
          {/* What is chosen by its name alone: descriptions are for the list. */}
          {({ isPlaceholder, selectedText, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <ChevronDown
          className={classNames('shrink-0 text-ink-3', size === 'chip' ? 'size-3' : 'size-4')}
          aria-hidden="true"
        />
      </AriaButton>
      {hasError ? (
        <FieldMessage>{error}</FieldMessage>
      ) : (
        description !== undefined && <FieldHelp>{description}</FieldHelp>
      )}
      <Popover className={classNames(floatClasses, 'min-w-(--trigger-width)')} offset={4}>
        <ListBox items={options} className="max-h-80 overflow-auto p-1 outline-none">
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.label} className={itemClasses}>
              {({ isSelected }) => (
                <>
                  <span className="min-w-0 flex-1">
                    {option.label}
                    {option.description !== undefined && (
                      <span className="block text-small text-ink-2">{option.description}</span>
                    )}
                  </span>
                  {isSelected && <Check className="size-4 text-ink-1" aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
