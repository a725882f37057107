import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { columnTexts } from '../../../texts/en/data-columns.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

/** The one box that looks through a collection. The key / leads to it, the arrow down to what was found, Escape empties it. */
export function SearchBox({
  value,
  isNarrow,
  onChange,
}: {
  readonly value: string
  /** There is less room beside an open document. */
  readonly isNarrow: boolean
  readonly onChange: (text: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const isWritten =
        event.target instanceof Element &&
        event.target.closest(
          'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=gridcell]',
        )
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWritten) return
      event.preventDefault()
      input.current?.focus()
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
  return (
    <div
      role="search"
      className={classNames(
        'flex h-7.5 w-full items-center gap-2 rounded border border-line-control bg-ground-1 pr-0.5 pl-2.5 focus-within:border-sky focus-within:outline-1 focus-within:outline-sky touch:h-10',
        isNarrow ? 'tablet:w-38' : 'tablet:w-59',
      )}
    >
      <Search className="size-3.5 shrink-0 text-ink-3" aria-hidden="true" />
      <input
        ref={input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={columnTexts.searchLabel}
        placeholder={columnTexts.search}
        value={value}
        maxLength={500}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            onChange('')
          }
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          document.querySelector<HTMLElement>('[data-cell="0,0"]')?.focus()
        }}
        className="min-w-0 flex-1 bg-transparent text-table text-ink-1 outline-none"
      />
      {value === '' ? (
        <kbd
          aria-hidden="true"
          className="mr-1.5 rounded-small border border-line px-1 text-small text-ink-3 touch:hidden"
        >
          /
        </kbd>
      ) : (
        <IconButton size="small" label={columnTexts.clearSearch} onPress={() => onChange('')}>
          <X />
        </IconButton>
      )}
    </div>
  )
}
