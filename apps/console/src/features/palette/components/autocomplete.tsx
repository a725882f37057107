import { useRef, useState, type ReactNode } from 'react'
import { useAutocomplete } from 'react-aria/useAutocomplete'
import {
  AutocompleteStateContext,
  FieldInputContext,
  SelectableCollectionContext,
} from 'react-aria-components/Autocomplete'

/**
 * Ties the text field and the list inside of it together: the focus stays in the field, the arrow keys walk the list. As the library's component
 * of this name, which every page with a text field would load, the sign-in page too.
 */
export function Autocomplete({
  inputValue,
  onInputChange,
  children,
}: {
  readonly inputValue: string
  readonly onInputChange: (text: string) => void
  readonly children: ReactNode
}) {
  const [focusedNodeId, setFocusedNodeId] = useState<string | null>(null)
  const state = { inputValue, setInputValue: onInputChange, focusedNodeId, setFocusedNodeId }
  const input = useRef<HTMLInputElement>(null)
  const collection = useRef<HTMLElement>(null)
  const { inputProps, collectionProps, collectionRef } = useAutocomplete(
    { inputRef: input, collectionRef: collection },
    state,
  )
  return (
    <AutocompleteStateContext value={state}>
      <FieldInputContext value={{ ...inputProps, ref: input }}>
        <SelectableCollectionContext value={{ ...collectionProps, ref: collectionRef }}>
          {children}
        </SelectableCollectionContext>
      </FieldInputContext>
    </AutocompleteStateContext>
  )
}
