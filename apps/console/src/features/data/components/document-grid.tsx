import type { FieldPath, QueryDocumentSnapshot } from 'firebase/firestore'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { classNames } from '../../../ui/class-names.ts'
import { RowCheckbox } from '../../../ui/row-checkbox.tsx'
import type { Ordering } from '../../../documents/condition.ts'
import type { ValueType } from '../../../documents/values/typed-value.ts'
import { useVisibleRows } from '../window/use-visible-rows.ts'
import { DocumentRow } from './document-row.tsx'

export interface GridColumn {
  /** The path of the field as people write it. */
  readonly field: string
  /** undefined for one that can't be written so. */
  readonly path: FieldPath | undefined
  /** Of the first document that was seen with it, if any was. */
  readonly type: ValueType | undefined
}

export interface DocumentGridProps {
  readonly label: string
  readonly size: number
  /** There are more behind them. */
  readonly hasMore: boolean
  /** undefined for one that is not known at the moment. */
  readonly documentAt: (row: number) => QueryDocumentSnapshot | undefined
  /** Told which rows are on the screen or near it. */
  readonly onShow: (first: number, last: number) => void
  /** None shows the ids alone. */
  readonly columns: readonly GridColumn[]
  /** The id of the document that is open. */
  readonly openId: string | undefined
  /** The address of a document by its id. */
  readonly hrefOf: (id: string) => string
  /** What the list is sorted by first, if anything. */
  readonly ordering: Ordering | undefined
  readonly orderedBy: string | undefined
  readonly onSort: (column: string) => void
  /** undefined where nothing may be selected. */
  readonly selection: Selection | undefined
  readonly onOpen: (id: string) => void
  /** Deletes a document by its path, or all that are selected when it is one of them; undefined where nobody may. */
  readonly onDelete: ((path: string) => void) | undefined
}

export interface Selection {
  readonly paths: ReadonlySet<string>
  /** Selects or leaves one; with `isRange` all between the last one and this. Stays the same function. */
  readonly toggle: (path: string, isRange: boolean) => void
  readonly toggleAll: () => void
  /** Whether all that are known are selected. */
  readonly isAll: boolean
}

/**
 * Documents as rows, of which those near the screen are painted: a checkbox, the id, and the chosen fields. Arrows move from cell
 * to cell, Enter opens the document, Space selects it (with Shift from the last one on), Delete takes it away, Ctrl/Cmd-C copies the
 * value.
 */
export function DocumentGrid(props: DocumentGridProps) {
  const { label, size, hasMore, documentAt, columns, openId, hrefOf, selection, onOpen, onShow, onDelete } = props
  const grid = useRef<HTMLDivElement>(null)
  const isSelectable = selection !== undefined
  const widths = [idWidth, ...columns.map(({ type }) => widthOf(type))]
  const checkbox = isSelectable ? checkboxWidth : 0
  const template = `${isSelectable ? `${checkbox}rem ` : ''}${widths.map((width) => `minmax(${width}rem,${width}fr)`).join(' ')}`
  const width = `${widths.reduce((sum, one) => sum + one, checkbox)}rem`

  const { first, end, rowHeight, reveal } = useVisibleRows(grid, size)
  const wantsFocus = useRef<string>(undefined)
  /** What is being deleted and had the focus, which its place is to have then. */
  const leaving = useRef<{ readonly row: number; readonly column: number; readonly path: string }>(undefined)
  useEffect(() => onShow(first, end), [onShow, first, end])
  const focusCell = (place: string): boolean => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${place}"]`)
    cell?.focus()
    return cell !== null && cell !== undefined
  }
  // A row far away is there once it is scrolled to and its document is known.
  useEffect(() => {
    if (wantsFocus.current !== undefined && focusCell(wantsFocus.current)) wantsFocus.current = undefined
    const left = leaving.current
    if (left === undefined || documentAt(left.row)?.ref.path === left.path) return
    leaving.current = undefined
    // Somebody who went elsewhere meanwhile stays there.
    if (document.activeElement === document.body) goTo(Math.min(left.row, size - 1), left.column)
  })

  const goTo = (row: number, column: number): void => {
    if (row < 0 || row >= size) return
    const place = `${row},${column}`
    if (focusCell(place)) return
    wantsFocus.current = place
    reveal(row)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement)) return
    const [row, column] = event.target.dataset['cell']?.split(',').map(Number) ?? []
    if (row === undefined || column === undefined) return
    const document = documentAt(row)
    if ((event.ctrlKey || event.metaKey) && event.key === 'c' && getSelection()?.isCollapsed !== false) {
      void navigator.clipboard?.writeText(event.target.dataset['exact'] ?? event.target.textContent)
      return
    }
    switch (event.key) {
      case 'ArrowDown':
        goTo(row + 1, column)
        break
      case 'ArrowUp':
        goTo(row - 1, column)
        break
      case 'ArrowRight':
        goTo(row, column + 1)
        break
      case 'ArrowLeft':
        goTo(row, column - 1)
        break
      case 'PageDown':
        goTo(Math.min(size - 1, row + pageRows), column)
        break
      case 'PageUp':
        goTo(Math.max(0, row - pageRows), column)
        break
      case 'Home':
        goTo(event.ctrlKey ? 0 : row, 0)
        break
      case 'End':
        goTo(event.ctrlKey ? size - 1 : row, columns.length)
        break
      case 'Enter':
        if (document !== undefined) onOpen(document.id)
        break
      case 'Delete':
      case 'Backspace':
        if (document === undefined || onDelete === undefined) return
        leaving.current = { row, column, path: document.ref.path }
        onDelete(document.ref.path)
        break
      case ' ':
        if (document !== undefined) selection?.toggle(document.ref.path, event.shiftKey)
        break
      default:
        return
    }
    event.preventDefault()
  }

  // What a click on a link does here; with another key or button it is the browser's.
  const onClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-cell]') : null
    const document = documentAt(Number.parseInt(link?.dataset['cell'] ?? '', 10))
    if (document === undefined) return
    event.preventDefault()
    onOpen(document.id)
  }

  const rows = Array.from({ length: end - first }, (_, at) => first + at)
  const openRow = openId === undefined ? undefined : rows.find((row) => documentAt(row)?.id === openId)
  // Tab comes to the open one, or else to one that is on the screen.
  const tabStop = openRow ?? (first === 0 ? 0 : Math.min(first + 12, end - 1))
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : size + 1}
      {...(isSelectable && { 'aria-multiselectable': true })}
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={{ minWidth: width }}
    >
      <div
        role="row"
        style={{ gridTemplateColumns: template }}
        className="sticky top-0 z-10 grid h-8 items-center border-b border-line bg-ground-1 text-small font-medium text-ink-2"
      >
        {isSelectable && (
          <span role="columnheader" className="grid place-items-center">
            <RowCheckbox label={queryTexts.selectAll} isSelected={selection.isAll} onToggle={selection.toggleAll} />
          </span>
        )}
        <span role="columnheader" className="truncate px-2">
          {queryTexts.id}
        </span>
        {columns.map((column) => (
          <ColumnHeader key={column.field} column={column} {...props} />
        ))}
      </div>
      <div data-rows role="rowgroup" style={{ paddingTop: first * rowHeight, paddingBottom: (size - end) * rowHeight }}>
        {rows.map((row) => {
          const document = documentAt(row)
          return document === undefined ? (
            <div
              key={row}
              data-row
              role="row"
              aria-rowindex={row + 2}
              className="h-(--row) border-b border-line touch:h-11"
            />
          ) : (
            <DocumentRow
              key={document.id}
              document={document}
              row={row}
              columns={columns}
              hrefOf={hrefOf}
              template={template}
              isOpen={document.id === openId}
              isTabStop={row === tabStop}
              isSelected={isSelectable && selection.paths.size > 0 && selection.paths.has(document.ref.path)}
              onToggle={selection?.toggle}
            />
          )
        })}
      </div>
    </div>
  )
}

function ColumnHeader({
  column,
  ordering,
  orderedBy,
  onSort,
}: Pick<DocumentGridProps, 'ordering' | 'orderedBy' | 'onSort'> & { readonly column: GridColumn }) {
  const { field, type } = column
  const isOrdered = orderedBy === field
  const isDescending = ordering?.isDescending === true
  return (
    <span
      role="columnheader"
      aria-sort={!isOrdered ? 'none' : isDescending ? 'descending' : 'ascending'}
      className={classNames('flex min-w-0 px-2', isNumber(type) && 'justify-end')}
    >
      <button
        type="button"
        aria-label={queryTexts.sortBy(field)}
        title={field}
        onClick={() => onSort(field)}
        className={classNames(
          '-mx-1 flex h-6 max-w-full items-center gap-1 rounded-small px-1 hover:bg-ground-3 hover:text-ink-1',
          isOrdered && 'text-ink-1',
        )}
      >
        <bdi className="truncate">{field}</bdi>
        {isOrdered &&
          (isDescending ? (
            <ArrowDown className="size-3 shrink-0" aria-hidden="true" />
          ) : (
            <ArrowUp className="size-3 shrink-0" aria-hidden="true" />
          ))}
      </button>
    </span>
  )
}

/** How far Page Down goes. */
const pageRows = 15

/** In rem: the least a column has; it grows with the table. */
const checkboxWidth = 2
const idWidth = 9

function widthOf(type: ValueType | undefined): number {
  if (isNumber(type) || type === 'boolean' || type === 'null') return 6
  if (type === 'timestamp') return 12
  return type === 'map' || type === 'array' ? 11 : 8
}

function isNumber(type: ValueType | undefined): boolean {
  return type === 'integer' || type === 'double'
}
