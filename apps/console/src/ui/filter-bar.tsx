import { Plus, SlidersHorizontal, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { PopoverButton } from './popover-button.tsx'
import { Select, type SelectOption, type SelectProps } from './select.tsx'
import { useMediaQuery } from './use-media-query.ts'

/** A filter with a few values. */
export interface FilterChoice {
  readonly label: string
  /** What it says while no value is chosen. */
  readonly all: string
  readonly value: string | undefined
  readonly options: readonly SelectOption<string>[]
  readonly onChange: (value: string | undefined) => void
}

/** A filter of some, with what else its list is filtered by; undefined: whatever it is. */
export function filterChoice<Value extends string>(
  label: string,
  all: string,
  value: string | undefined,
  options: readonly SelectOption<Value>[],
  onChange: (value: Value | undefined) => void,
): FilterChoice {
  return { label, all, value, options, onChange: (id) => onChange(options.find((one) => one.id === id)?.id) }
}

/** Filters with another value of one, which then is the last; undefined: without it. */
export function withFilter<Filters extends object, Name extends keyof Filters>(
  filters: Filters,
  name: Name,
  value: Filters[Name] | undefined,
): Filters {
  const others = Object.entries(filters).filter(([one]) => one !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]) as Filters
}

/** What is listed, as one bar: what is typed, what is chosen, and what counts besides, each with the way to do without it. */
export function FilterBar<Name extends string>({
  search,
  choices,
  further,
  conditions,
  onRemove,
}: {
  readonly search: ReactNode
  /** Stand in the bar where there is room, else with the further ones. */
  readonly choices: readonly FilterChoice[]
  /** Behind a button that says how many of those that it hides hold. */
  readonly further: readonly FilterChoice[]
  /** What the bar says in words; undefined: it doesn't count. */
  readonly conditions: readonly (readonly [name: Name, shown: string | undefined])[]
  readonly onRemove: (name: Name) => void
}) {
  const hasRoom = useMediaQuery('(width >= 48rem)')
  const hidden = hasRoom ? further : [...choices, ...further]
  const held = hidden.filter(({ value }) => value !== undefined).length
  return (
    <div role="group" aria-label={uiTexts.filters} className="flex flex-wrap items-center gap-2">
      {search}
      {hasRoom && choices.map((choice) => <Choice key={choice.label} choice={choice} hasHiddenLabel size="small" />)}
      <PopoverButton
        label={uiTexts.furtherFilters}
        trigger={(props) => (
          <Button {...props} variant="quiet" size="small" icon={hasRoom ? <Plus /> : <SlidersHorizontal />}>
            {held === 0 ? uiTexts.filter : uiTexts.filtersNumbered(held)}
          </Button>
        )}
      >
        {() => (
          <div className="grid gap-3">
            {hidden.map((choice) => (
              <Choice key={choice.label} choice={choice} />
            ))}
          </div>
        )}
      </PopoverButton>
      {conditions.map(
        ([name, shown]) =>
          shown !== undefined && (
            <FilterCondition key={name} onRemove={() => onRemove(name)}>
              {shown}
            </FilterCondition>
          ),
      )}
    </div>
  )
}

/** A condition of a bar that counts, in a few words, with the way to do without it. */
export function FilterCondition({ onRemove, children }: { readonly onRemove: () => void; readonly children: string }) {
  return (
    <span className="flex h-7 max-w-full min-w-0 items-center rounded border border-line-control bg-ground-1 pl-2 text-table touch:h-10">
      <span className="min-w-0 truncate">{children}</span>
      <IconButton size="small" label={uiTexts.removeFilter(children)} onPress={onRemove}>
        <X />
      </IconButton>
    </span>
  )
}

function Choice({
  choice: { label, all, value, options, onChange },
  ...look
}: { readonly choice: FilterChoice } & Pick<SelectProps<string>, 'hasHiddenLabel' | 'size'>) {
  return (
    <Select
      {...look}
      label={label}
      value={value ?? 'all'}
      options={[{ id: 'all', label: all }, ...options]}
      onChange={(id) => onChange(id === 'all' ? undefined : id)}
    />
  )
}

/** The field of a filter bar, whose text counts when Enter is pressed. */
export function FilterSearch({
  text,
  onSearch,
  children,
}: {
  readonly text: string
  /** What was typed without spaces around it; never nothing. */
  readonly onSearch: (typed: string) => void
  readonly children: ReactNode
}) {
  return (
    <form
      role="search"
      className="min-w-0 flex-1 tablet:max-w-64"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = text.trim()
        if (typed !== '') onSearch(typed)
      }}
    >
      {children}
    </form>
  )
}
