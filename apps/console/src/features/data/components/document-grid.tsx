import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { useEffect, useImperativeHandle, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { RowCheckbox } from '../../../ui/checkbox.tsx'
import { findPlace } from '../cells/find-place.ts'
import { findRow } from '../cells/find-row.ts'
import { useOpenRow, useVisibleRows } from '../window/use-visible-rows.ts'
import { gridWidths, type GridColumn } from '../columns/grid-column.ts'
import { DocumentRow } from './document-row.tsx'
import type { DocumentGridProps } from './document-grid-props.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import { isNumberType } from '../../../documents/values/typed-value.ts'

/**
 * Documents as rows, of which those near the screen are painted: a checkbox, the id, and the chosen fields. Arrows move from cell
 * to cell, Enter edits the value, and opens the document where there is nothing to edit or together with Ctrl/Cmd, Space selects it (with
 * Shift from the last one on), Delete takes the document or the value away, Ctrl/Cmd-C copies the value. What is typed on a text or a number begins to replace it.
 */
export function DocumentGrid(props: DocumentGridProps) {
  const { label, size, hasMore, documentAt, columns, openId, hrefOf, selection, editing, handle, isGone } = props
  const { onOpen, onShow, onDelete } = props
  const grid = useRef<HTMLDivElement>(null)
  const isSelectable = selection !== undefined
  const { template, width } = gridWidths(columns, isSelectable)

  const { first, end, rowHeight, reveal } = useVisibleRows(grid, size)
  useOpenRow({
    openId,
    size,
    idAt: (row) => documentAt(row)?.id,
    first,
    cellAt: (row) => findCell(grid.current, `${row},0`),
    reveal,
  })
  const wantsFocus = useRef<string>(undefined)
  /** What is being deleted and had the focus, which its place is to have then. */
  const leaving = useRef<{ readonly row: number; readonly column: number; readonly path: string }>(undefined)
  useEffect(() => onShow(first, end), [onShow, first, end])
  const focusCell = (place: string): boolean => {
    const cell = findCell(grid.current, place)
    cell?.focus()
    return cell !== undefined
  }
  // A row far away is there once it is scrolled to and its document is known.
  useEffect(() => {
    if (wantsFocus.current !== undefined && focusCell(wantsFocus.current)) wantsFocus.current = undefined
    const left = leaving.current
    if (left === undefined || documentAt(left.row)?.ref.path === left.path) return
    leaving.current = undefined
    const row = findRow(left.path, left.row, { size, documentAt })
    // Somebody who went elsewhere meanwhile stays there.
    if (document.activeElement === document.body)
      goTo(typeof row === 'number' ? row : Math.min(left.row, size - 1), left.column)
  })

  const goTo = (row: number, column: number): void => {
    if (row < 0 || row >= size) return
    const place = `${row},${column}`
    if (focusCell(place)) return
    wantsFocus.current = place
    reveal(row)
  }
  useImperativeHandle(handle, () => ({
    findCell: (row, column) => findCell(grid.current, `${row},${column}`),
    findBox: () => grid.current?.parentElement ?? undefined,
    step: (row, column, step) => {
      const last = columns.length
      const to = column + step
      const isBeyond = to < 1 || to > last
      const [toRow, toColumn] = isBeyond ? [row + step, to < 1 ? last : 1] : [row, to]
      const isThere = toRow >= 0 && toRow < size
      const place = isThere ? { row: toRow, column: toColumn } : { row: Math.min(row, size - 1), column }
      goTo(place.row, place.column)
      // What was saved may move its row, or take it out of the list.
      const path = documentAt(place.row)?.ref.path
      if (path !== undefined) leaving.current = { ...place, path }
    },
  }))
  const placeOf = (document: QueryDocumentSnapshot, row: number, column: number, typed?: string) => {
    const of = columns[column - 1]
    const mark = of && editing?.marks.get(document.ref.path)?.get(of.field)
    return findPlace(document, row, column, of, mark, typed)
  }
  /** Whether there is a value to be edited. */
  const edit = (document: QueryDocumentSnapshot | undefined, row: number, column: number, typed?: string): boolean => {
    const place = editing && document && placeOf(document, row, column, typed)
    if (place === undefined) return false
    leaving.current = undefined
    editing?.open(place, typed)
    return true
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
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !event.shiftKey && editing !== undefined) {
      event.preventDefault()
      editing.undo()
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
      case 'F2':
        if (!edit(document, row, column)) return
        break
      case 'Enter':
        if (document === undefined || (!event.ctrlKey && !event.metaKey && edit(document, row, column))) break
        onOpen(document.id)
        break
      case 'Delete':
      case 'Backspace':
        if (document === undefined || onDelete === undefined) return
        // What is selected goes as a whole; otherwise the key is about the value it is pressed on.
        if (editing !== undefined && column > 0 && selection?.paths.has(document.ref.path) !== true) {
          const place = placeOf(document, row, column)
          if (place?.isThere === true) editing.remove(place)
          break
        }
        leaving.current = { row, column, path: document.ref.path }
        onDelete(document.ref.path)
        break
      case ' ':
        if (document !== undefined) selection?.toggle(document.ref.path, event.shiftKey)
        break
      default:
        if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
        if (!edit(document, row, column, event.key)) return
    }
    event.preventDefault()
  }
  const onDoubleClick = ({ target }: MouseEvent): void => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
    const [row = 0, column = 0] = cell?.dataset['cell']?.split(',').map(Number) ?? []
    edit(documentAt(row), row, column)
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
      aria-readonly={editing === undefined}
      {...(isSelectable && { 'aria-multiselectable': true })}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
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
              isGone={isGone?.(document.ref.path) === true}
              isSelected={isSelectable && selection.paths.size > 0 && selection.paths.has(document.ref.path)}
              onToggle={selection?.toggle}
              marks={editing !== undefined && editing.marks.size > 0 ? editing.marks.get(document.ref.path) : undefined}
            />
          )
        })}
      </div>
    </div>
  )
}

function findCell(grid: HTMLElement | null, place: string): HTMLElement | undefined {
  return grid?.querySelector<HTMLElement>(`[data-cell="${place}"]`) ?? undefined
}

/** How far Page Down goes. */
const pageRows = 15

/** The name of a column of the table; pressed it sorts by it. */
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
      className={classNames('flex min-w-0 px-2', isNumberType(type) && 'justify-end')}
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
