import { useId, useState, type KeyboardEvent } from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { dataTexts } from '../../../texts/en/data.ts'
import { classNames } from '../../../ui/class-names.ts'
import { floatClasses } from '../../../ui/float.ts'
import { isNumberType, type ValueType } from '../../../documents/values/typed-value.ts'
import type { ControlProps } from './control-props.ts'

/** What one line says, in the cell itself; a text grows with its lines. Where the field has a few usual texts, the arrow keys lead through them. */
export function CellControl({
  field,
  autoFocus,
  onText,
  onTyped,
  type,
  texts,
  note,
}: ControlProps & {
  /** Told what was typed, and nothing of what the arrow keys lead to. */
  readonly onTyped?: (text: string) => void
  readonly type: ValueType
  readonly texts: readonly string[]
  /** How it is read, for screen readers and below the cell. */
  readonly note?: string
}) {
  const id = useId()
  const { name, value, error, onBlur } = field
  const [isAsked, setAsked] = useState(true)
  const [chosen, setChosen] = useState<string>()
  const isNumber = isNumberType(type)
  // What is there already is a value like the others; what is typed looks for one.
  const matching = texts.filter((text) => text.toLowerCase().includes(value.toLowerCase()))
  const offered = isNumber || !isAsked ? [] : chosen !== undefined || texts.includes(value) ? texts : matching
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || offered.length === 0 || event.altKey) return
    event.preventDefault()
    const at = offered.indexOf(value)
    const next = offered[(at + by + offered.length) % offered.length]
    if (next === undefined) return
    setChosen(next)
    onText(next)
  }
  const control = {
    name,
    value,
    autoFocus,
    'aria-label': dataTexts.value,
    'aria-invalid': error !== undefined && error !== '',
    ...((error !== undefined || note !== undefined) && {
      'aria-describedby': error === undefined ? `${id}-note` : `${id}-error`,
    }),
    ...(offered.length > 0 && { role: 'combobox', 'aria-expanded': true, 'aria-controls': `${id}-texts` }),
    spellCheck: false,
    onBlur,
    onKeyDown,
    className:
      'min-w-0 flex-1 resize-none self-stretch bg-transparent px-1 text-table outline-none field-sizing-content touch:py-2',
  } as const
  const change = (text: string): void => {
    setChosen(undefined)
    setAsked(true)
    onTyped?.(text)
    onText(text)
  }
  return (
    <>
      {isNumber ? (
        <input
          {...control}
          type="text"
          autoComplete="off"
          className={classNames(control.className, 'min-h-(--grid-row) text-right tabular-nums')}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <textarea
          {...control}
          rows={1}
          dir="auto"
          className={classNames(control.className, 'max-h-56 py-[7px]')}
          onChange={(event) => change(event.target.value)}
        />
      )}
      {error !== undefined && error !== '' && (
        <p
          id={`${id}-error`}
          className={classNames(
            floatClasses,
            'absolute top-full left-0 z-1 mt-1.5 w-max max-w-80 px-2 py-1 text-table text-crimson',
          )}
        >
          {error}
        </p>
      )}
      {note !== undefined && (error === undefined || error === '') && (
        <p
          id={`${id}-note`}
          className={classNames(
            floatClasses,
            'absolute top-full left-0 z-1 w-max max-w-80 px-2 py-1 text-small text-ink-2',
            // The keys stand below where there is no room beside.
            'mt-1.5 in-data-[keys=below]:top-auto in-data-[keys=below]:bottom-full in-data-[keys=below]:mb-1.5',
          )}
        >
          {note}
        </p>
      )}
      {offered.length > 0 && error === undefined && (
        <ul
          id={`${id}-texts`}
          role="listbox"
          aria-label={cellTexts.usual}
          className={classNames(
            floatClasses,
            'absolute top-full left-0 z-1 mt-1.5 max-h-64 min-w-full overflow-auto p-1',
          )}
        >
          {offered.map((text) => (
            // The arrow keys of the text lead here, which keeps the focus.
            <li
              key={text}
              role="option"
              aria-selected={text === value}
              onPointerDown={(event) => {
                event.preventDefault()
                setChosen(text)
                onText(text)
              }}
              className={classNames(
                'rounded-small px-2 py-1 text-table hover:bg-hover',
                text === value && 'bg-ground-3',
              )}
            >
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
