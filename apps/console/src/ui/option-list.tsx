import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { classNames } from './class-names.ts'
import { floatClasses, itemClasses } from './float.ts'
import { onMove, placeBeside } from './place-beside.ts'

/** Of the option at a place of the list with an id, for `aria-activedescendant`. */
export function optionId(listId: string, at: number): string {
  return `${listId}-${at}`
}

/** In CSS pixels. */
const heightMax = 240

/** The choices of a combobox, floating below its input, or above it where there is more room. The focus stays in the input. */
export function OptionList({
  id,
  label,
  options,
  active,
  beside,
  onChoose,
}: {
  readonly id: string
  readonly label: string
  readonly options: readonly string[]
  /** The place of the one that Enter chooses; -1 for none. */
  readonly active: number
  readonly beside: RefObject<HTMLInputElement | null>
  readonly onChoose: (option: string) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    const input = beside.current
    if (element === null || input === null) return
    const place = (): void => placeBeside(element, input, { heightMax, isAsWide: true })
    // On the browser's top layer nothing around the input cuts it.
    element.showPopover()
    place()
    return onMove(place)
  }, [beside])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      popover="manual"
      className={classNames(floatClasses, 'fixed inset-auto m-0 overflow-auto p-1')}
    >
      {options.map((option, at) => (
        <li
          key={option}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          data-focused={at === active || undefined}
          // The focus stays where one types.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={classNames(itemClasses, 'font-mono text-code hover:bg-ground-3')}
        >
          <bdi className="truncate">{option}</bdi>
        </li>
      ))}
    </ul>
  )
}
