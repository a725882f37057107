import type { QueryDocumentSnapshot } from 'firebase/firestore'
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { cellTexts } from '../../../texts/en/data-cells.ts'
import { ContextMenu } from '../../../ui/context-menu.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { toast } from '../../../ui/toast.ts'
import { findPlace } from '../cells/find-place.ts'
import { findRow } from '../cells/find-row.ts'
import { type CellAt, heldIn, isInBox, type RangeBox, sizeOfBox } from '../cells/grid-range.ts'
import { fillTo } from '../cells/fill-cells.ts'
import { type CellCopy, type CellSource, copyOf } from '../cells/range-cells.ts'
import { useGridDrawing } from '../cells/use-grid-drawing.ts'
import { useGridRange } from '../cells/use-grid-range.ts'
import { gridGeometry, type GridColumn } from '../columns/grid-column.ts'
import { useOpenRow, useVisibleRows } from '../window/use-visible-rows.ts'
import { useShifted, useVisibleColumns } from '../window/use-visible-columns.ts'
import { ColumnMenu } from './column-menu.tsx'
import { DocumentRow, valueIn } from './document-row.tsx'
import type { DocumentGridProps, MenuPlace } from './document-grid-props.ts'
import { GridHeader } from './grid-header.tsx'
import { onGridKey } from './grid-keys.ts'
import { ReferencePeek } from './reference-peek.tsx'
import { usePeek } from './use-peek.ts'

/**
 * Documents as rows, of which those near the screen are painted: a checkbox, the id, and the chosen fields. Arrows move from cell to cell, with
 * Shift they hold more of them, with Ctrl/Cmd they lead to the edge. Enter edits the value, and opens the document where there is nothing to
 * edit or together with Shift; what is typed on a text or a number begins to replace it. Space turns a switch, and selects the document elsewhere
 * (with Shift from the last one on). Delete takes the value away, or the document at its id. Copying, pasting, and filling by Ctrl/Cmd-D and Ctrl/Cmd-R
 * are about what is held; Alt-F asks for the value of the cell, with Shift for all others. Shift-F10 or a right click says what else can be done.
 */
export function DocumentGrid(props: DocumentGridProps) {
  const { label, size, hasMore, documentAt, columns, isTable, look, openId, hrefOf, selection, editing, handle } = props
  const { isGone, onOpen, onShow, onFollow, onColumn, menuOf, cursor, copied } = props
  const grid = useRef<HTMLDivElement>(null)
  const isSelectable = selection !== undefined
  const { template, lefts, frozen, width } = gridGeometry(columns, isTable, size)
  const leftsKey = lefts.join()
  const stable = useRef({ key: leftsKey, lefts })
  if (stable.current.key !== leftsKey) stable.current = { key: leftsKey, lefts }

  const { first, end, rowHeight, reveal } = useVisibleRows(grid, size)
  const painted = useVisibleColumns(
    grid,
    columns.map((column, at) => (lefts[at + 1] ?? 0) + column.width),
  )
  useShifted(grid)
  const range = useGridRange()
  const { box, anchor, isHolding, hold, letGo, keepIfHeld } = range
  const [menu, setMenu] = useState<MenuPlace>()
  const { peek, setPeek, hover, stay, leave } = usePeek()
  const [columnMenu, setColumnMenu] = useState<{
    readonly column: GridColumn
    readonly x: number
    readonly y: number
  }>()
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
  useEffect(() => {
    cursor.set({ box: box !== undefined && sizeOfBox(box) > 1 ? box : undefined })
  })
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

  const showColumn = (column: number): void => {
    const scroller = grid.current?.parentElement
    const left = stable.current.lefts[column]
    if (scroller === null || scroller === undefined || left === undefined) return
    const forward = getComputedStyle(scroller).direction === 'rtl' ? -1 : 1
    scroller.scrollTo({ left: forward * (left - frozen), behavior: 'instant' })
  }
  const goTo = (row: number, column: number): void => {
    if (row < -1 || row >= size || column < 0 || column > columns.length || (row === -1 && column === 0)) return
    const place = `${row},${column}`
    if (focusCell(place)) return
    wantsFocus.current = place
    if (findCell(grid.current, `${row},0`) === undefined) reveal(row)
    else showColumn(column)
  }
  useImperativeHandle(handle, () => ({
    findCell: (row, column) => findCell(grid.current, `${row},${column}`),
    findBox: () => grid.current?.parentElement ?? undefined,
    step: (row, column, step) => {
      letGo()
      const last = columns.length
      const to = step === 'down' ? column : column + step
      const isBeyond = step === 'down' || to < 1 || to > last
      const by = step === 'down' ? 1 : step
      const [toRow, toColumn] = isBeyond ? [row + by, step === 'down' ? column : to < 1 ? last : 1] : [row, to]
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
  /** Whether there is a switch that may be turned. */
  const toggle = (row: number, column: number): boolean => {
    const [document, of] = [documentAt(row), columns[column - 1]]
    const place = editing && document && placeOf(document, row, column)
    if (place === undefined || document === undefined || of === undefined) return false
    const mark = editing?.marks.get(document.ref.path)?.get(of.field)
    const value = mark === undefined ? valueIn(document, of) : mark.value
    if (value?.kind !== 'boolean') return false
    editing?.put(place, { kind: 'boolean', value: !value.value })
    return true
  }
  const heldOr = (row: number, column: number): RangeBox =>
    box ?? { top: row, bottom: row, left: column, right: column }
  /** What is too far from the screen is not known, and nothing is to be done with a part of what is held. */
  const isKnown = ({ top, bottom }: RangeBox): boolean => {
    for (let row = top; row <= bottom; row += 1) {
      if (documentAt(row) !== undefined) continue
      toast(cellTexts.notKnown)
      return false
    }
    return true
  }
  /** The rows around one that are known, as far as there is no gap. */
  const knownAround = (row: number): readonly [top: number, bottom: number] => {
    let [top, bottom] = [row, row]
    while (documentAt(top - 1) !== undefined) top -= 1
    while (documentAt(bottom + 1) !== undefined) bottom += 1
    return [top, bottom]
  }
  const source: CellSource = { documentAt, columns, ...(editing !== undefined && { marks: editing.marks }) }
  const copy = (row: number, column: number): CellCopy => copyOf(heldOr(row, column), source)
  const drawing = useGridDrawing(
    grid,
    cursor,
    range,
    editing &&
      ((from, to) => {
        if (isKnown(to)) editing.write(fillTo(from, to, source))
      }),
  )

  const openMenu = (row: number, column: number, x: number, y: number): void => {
    const document = documentAt(row)
    if (document === undefined || (box !== undefined && !isKnown(box))) return
    const isHeld = box !== undefined && isInBox(box, { row, column })
    if (!isHeld) letGo()
    setMenu({ document, row, column, x, y, box: isHeld ? box : undefined })
  }
  const onKeyDown = (event: KeyboardEvent): void =>
    onGridKey(event, {
      ...props,
      box,
      anchor,
      isHolding,
      hold,
      letGo,
      peek,
      setPeek,
      leaving,
      cancelFill: drawing.cancel,
      source,
      goTo,
      edit,
      toggle,
      placeOf,
      isKnown,
      knownAround,
      openMenu,
    })
  const onDoubleClick = (event: MouseEvent): void => {
    const at =
      event.target instanceof Element && event.target.matches('[data-fill]') ? undefined : cellUnder(event.target)
    if (at !== undefined && at.row >= 0) edit(documentAt(at.row), at.row, at.column)
  }

  // What a click on a link does here; with another key or button it is the browser's.
  const onClick = (event: MouseEvent): void => {
    const at = cellUnder(event.target)
    if (!(event.target instanceof Element) || at === undefined || at.row < 0 || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const reference = event.target.closest<HTMLElement>('[data-follow]')?.dataset['follow']
    if (reference !== undefined) {
      event.preventDefault()
      onFollow(reference)
      return
    }
    if (event.target.closest('[data-toggle]') !== null && toggle(at.row, at.column)) return
    const link = event.target.closest('a[data-cell]')
    const document = documentAt(at.row)
    if (link === null || document === undefined) return
    event.preventDefault()
    onOpen(document.id)
  }
  const onPointerDown = (event: PointerEvent): void => {
    const at = cellUnder(event.target)
    if (event.button !== 0 || event.pointerType !== 'mouse' || at === undefined || at.row < 0) return
    if (event.shiftKey && at.column > 0) {
      const from = anchor.current ?? cellUnder(document.activeElement) ?? at
      if (from.row >= 0) hold(from, at)
      return
    }
    if (isTable) drawing.press(event, at)
    else letGo()
  }
  const onPointerOver = (event: PointerEvent): void => {
    const at = cellUnder(event.target)
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-follow]') : null
    const followed = link?.dataset['follow']
    if (link !== null && followed !== undefined && event.pointerType === 'mouse') hover({ path: followed, cell: link })
    else leave()
    if (at !== undefined && at.row >= 0) drawing.drawTo(at)
  }
  const onContextMenu = (event: MouseEvent): void => {
    const at = cellUnder(event.target)
    if (!isTable || at === undefined || at.row < 0 || event.shiftKey) return
    event.preventDefault()
    focusCell(`${at.row},${at.column}`)
    openMenu(at.row, at.column, event.clientX, event.clientY)
  }
  const onFocus = (event: FocusEvent): void => {
    const at = cellUnder(event.target)
    cursor.set({ row: at?.row, column: at?.column })
    if (at !== undefined) keepIfHeld(at)
  }
  const onCopy = (event: ClipboardEvent): void => {
    const at = cellUnder(event.target)
    if (at === undefined || at.row < 0 || getSelection()?.isCollapsed === false) return
    event.preventDefault()
    if (!isKnown(heldOr(at.row, at.column))) return
    const taken = copy(at.row, at.column)
    copied.take(taken)
    event.clipboardData.setData('text/plain', taken.text)
  }
  const onPaste = (event: ClipboardEvent): void => {
    const at = cellUnder(event.target)
    if (editing === undefined || at === undefined || at.row < 0) return
    event.preventDefault()
    editing.paste(event.clipboardData.getData('text/plain'), heldOr(at.row, at.column))
  }

  const rows = Array.from({ length: end - first }, (_, at) => first + at)
  const openRow = openId === undefined ? undefined : rows.find((row) => documentAt(row)?.id === openId)
  // Tab comes to the open one, or else to one that is on the screen.
  const tabStop = openRow ?? (first === 0 ? 0 : Math.min(first + 12, end - 1))
  const style = {
    '--grid-columns': template,
    '--frozen': `${frozen}px`,
    '--id-start': `${lefts[0] ?? 0}px`,
    minWidth: isTable ? width : undefined,
  } as CSSProperties
  return (
    <>
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : size + 1}
        aria-colcount={columns.length + 2}
        aria-readonly={editing === undefined}
        {...(isSelectable && { 'aria-multiselectable': true })}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
        onContextMenu={onContextMenu}
        onPointerLeave={leave}
        onCopy={onCopy}
        onPaste={onPaste}
        onFocus={onFocus}
        onBlur={() => setPeek(undefined)}
        style={style}
        className="group/grid"
      >
        <GridHeader
          {...props}
          lefts={stable.current.lefts}
          painted={painted}
          onDraw={(column, drawn) => {
            const drawnColumns = columns.map((one, at) => (at === column ? { ...one, width: drawn } : one))
            grid.current?.style.setProperty('--grid-columns', gridGeometry(drawnColumns, isTable, size).template)
          }}
          onMenu={(column, at) => setColumnMenu({ column, ...at })}
        />
        <div
          data-rows
          role="rowgroup"
          style={{ paddingTop: first * rowHeight, paddingBottom: (size - end) * rowHeight }}
        >
          {rows.map((row) => {
            const document = documentAt(row)
            return document === undefined ? (
              <div
                key={row}
                data-row
                role="row"
                aria-rowindex={row + 2}
                aria-busy="true"
                data-number={isTable ? formatNumber(row + 1) : undefined}
                className="grid h-(--grid-row) grid-cols-(--grid-columns) items-center border-b border-line before:text-center before:text-small before:text-ink-3 before:tabular-nums before:content-[attr(data-number)/''] after:mx-2 after:h-2 after:rounded-full after:bg-ground-3 touch:h-11"
              />
            ) : (
              <DocumentRow
                key={document.id}
                document={document}
                row={row}
                columns={columns}
                lefts={stable.current.lefts}
                painted={painted}
                hrefOf={hrefOf}
                look={look}
                isTable={isTable}
                isOpen={document.id === openId}
                isTabStop={row === tabStop}
                isGone={isGone?.(document.ref.path) === true}
                isSelected={isSelectable && selection.paths.size > 0 && selection.paths.has(document.ref.path)}
                onToggle={selection?.toggle}
                mayEdit={editing !== undefined}
                held={heldIn(box, row)}
                verdict={props.verdictOf?.(document.ref.path)}
                marks={
                  editing !== undefined && editing.marks.size > 0 ? editing.marks.get(document.ref.path) : undefined
                }
              />
            )
          })}
        </div>
      </div>
      {columnMenu !== undefined && onColumn !== undefined && (
        <ColumnMenu
          {...columnMenu}
          columns={columns}
          onSort={props.onSort}
          orderedBy={props.orderedBy}
          ordering={props.ordering}
          onColumn={onColumn}
          onClose={() => setColumnMenu(undefined)}
        />
      )}
      {peek !== undefined && menu === undefined && (
        <ReferencePeek key={peek.path} {...peek} look={look} onStay={stay} onLeave={leave} />
      )}
      {menu !== undefined && (
        <ContextMenu label={cellTexts.menu(menu.document.id)} x={menu.x} y={menu.y} onClose={() => setMenu(undefined)}>
          {menuOf(menu, copy(menu.row, menu.column))}
        </ContextMenu>
      )}
    </>
  )
}

function findCell(grid: HTMLElement | null, place: string): HTMLElement | undefined {
  return grid?.querySelector<HTMLElement>(`[data-cell="${place}"]`) ?? undefined
}

function cellUnder(target: EventTarget | null): CellAt | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
  const [row, column] = cell?.dataset['cell']?.split(',').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}
