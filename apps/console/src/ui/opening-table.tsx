import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { uiTexts } from '../texts/en/ui.ts'
import { classNames } from './class-names.ts'

export interface OpeningColumn<Id extends string> {
  readonly id: Id
  /** How wide the table itself has to be for it, in rem. */
  readonly from: number
  readonly title: string
  readonly className: string
}

/** What there is room for. */
export interface ShownColumns<Id extends string> {
  readonly has: ReadonlySet<Id>
  /** With room for less than that each row has two lines. */
  readonly isOneLine: boolean
  readonly count: number
}

/** From how many rem on a row is one line. */
const oneLineRem = 30

/** What came, one below the other, each with its time and what opens it beside the table. It has the columns that it has room for. */
export function OpeningTable<Id extends string>({
  label,
  what,
  columns,
  children,
}: {
  readonly label: string
  /** The title of the column that opens. */
  readonly what: string
  /** Those after it. */
  readonly columns: readonly OpeningColumn<Id>[]
  /** The bodies of the table, of `OpeningRow`s. */
  readonly children: (shown: ShownColumns<Id>) => ReactNode
}) {
  const { frame, rem } = useWidth()
  const isOneLine = rem >= oneLineRem
  const further = columns.filter(({ from }) => rem >= from)
  const heads = [
    ...(isOneLine ? [{ id: 'time', title: uiTexts.timeSpan, className: 'w-23 pl-4.5' }] : []),
    { id: 'what', title: what, className: 'px-3' },
    ...further,
  ]
  return (
    <div ref={frame} role="region" aria-label={label} tabIndex={0} className="overflow-x-auto outline-offset-[-2px]">
      <table className="w-full table-fixed border-collapse text-table">
        <caption className="sr-only">{label}</caption>
        <thead className={isOneLine ? undefined : 'sr-only'}>
          <tr className="border-b border-line text-left text-small text-ink-2">
            {heads.map(({ id, title, className }) => (
              <th key={id} scope="col" className={classNames('h-8 font-medium', className)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {children({ has: new Set(further.map(({ id }) => id)), isOneLine, count: heads.length })}
      </table>
    </div>
  )
}

export interface OpeningRowProps {
  /** Of the row; `focusRow` leads back to it. */
  readonly id: string
  readonly isOneLine: boolean
  /** It stands beside the table. */
  readonly isOpen: boolean
  readonly when: ReactNode
  /** How it went, before what it is. */
  readonly mark: ReactNode
  /** What it is as a plain text. */
  readonly title: string
  readonly openLabel: string
  readonly what: ReactNode
  /** What the second line says where there are two, and at its end. */
  readonly below: readonly [said: readonly (string | undefined)[], atEnd: string | undefined]
  /** Whether the second line begins below `what` instead of below an icon in its place. */
  readonly isIndented?: boolean
  readonly onOpen: () => void
  /** The cells of the further columns. */
  readonly children: ReactNode
}

/** A row that a click anywhere opens, but for one that leads elsewhere or ends the selection of a text. */
export function OpeningRow({
  id,
  isOneLine,
  isOpen,
  when,
  mark,
  title,
  openLabel,
  what,
  below: [said, atEnd],
  isIndented = false,
  onOpen,
  children,
}: OpeningRowProps) {
  return (
    <tr
      onClick={({ target }) => {
        const isTaken = target instanceof Element && target.closest('a, button') !== null
        if (!isTaken && getSelection()?.isCollapsed !== false) onOpen()
      }}
      {...(isOpen && { 'aria-current': 'true' })}
      className={classNames(
        'border-b border-line *:h-(--row)',
        isOpen ? 'bg-sky-wash shadow-[inset_3px_0_var(--sky)]' : 'hover:bg-hover',
      )}
    >
      {isOneLine && <td className="pl-4.5">{when}</td>}
      <th scope="row" className={classNames('max-w-0 text-left font-normal', isOneLine ? 'px-3' : 'px-4 py-2')}>
        <span className="flex min-w-0 items-center gap-2">
          {mark}
          <button
            type="button"
            data-row={id}
            onClick={onOpen}
            title={title}
            aria-label={openLabel}
            className="flex min-h-6 min-w-0 flex-1 items-center gap-1.5 rounded-small text-left hover:underline touch:min-h-8"
          >
            {what}
          </button>
          {!isOneLine && <span className="shrink-0 text-small text-ink-2">{when}</span>}
        </span>
        {!isOneLine && (
          <span className={classNames('flex min-w-0 items-baseline gap-2 text-small text-ink-2', isIndented && 'pl-6')}>
            <span className="min-w-0 flex-1 truncate">
              {said.filter((one) => one !== undefined && one !== '').join(' · ')}
            </span>
            {atEnd !== undefined && <span className="shrink-0 tabular-nums">{atEnd}</span>}
          </span>
        )}
      </th>
      {children}
    </tr>
  )
}

/** The width of an element in rem, rounded down, as it changes: what a list has room for, wherever it stands. */
function useWidth(): { readonly frame: RefObject<HTMLDivElement | null>; readonly rem: number } {
  const frame = useRef<HTMLDivElement>(null)
  const [rem, setRem] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const measure = (): void =>
      setRem(Math.floor(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, rem }
}
