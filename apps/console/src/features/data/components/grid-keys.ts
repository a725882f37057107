import type { QueryDocumentSnapshot } from 'firebase/firestore'
import type { KeyboardEvent, RefObject } from 'react'
import type { CellPlace } from '../cells/cell-edits.ts'
import type { CellAt, RangeBox } from '../cells/grid-range.ts'
import { fillDown, fillRight } from '../cells/fill-cells.ts'
import { type CellSource, valuesCleared } from '../cells/range-cells.ts'
import type { UsedRange } from '../cells/use-grid-range.ts'
import type { DocumentGridProps } from './document-grid-props.ts'
import { undoKind } from '../undo-steps.ts'
import type { Peek } from './use-peek.ts'

/** What the keys of a table lead to. */
export interface GridKeyActs
  extends
    Pick<
      DocumentGridProps,
      'size' | 'columns' | 'documentAt' | 'selection' | 'editing' | 'onOpen' | 'onDelete' | 'onFollow' | 'onFilter'
    >,
    Pick<UsedRange, 'box' | 'anchor' | 'isHolding' | 'hold' | 'letGo'> {
  readonly peek: Peek | undefined
  readonly setPeek: (peek: Peek | undefined) => void
  /** What is being deleted and had the focus, which its place is to have then. */
  readonly leaving: RefObject<{ readonly row: number; readonly column: number; readonly path: string } | undefined>
  /** Whether something was being filled. */
  readonly cancelFill: () => boolean
  readonly source: CellSource
  readonly goTo: (row: number, column: number) => void
  /** Whether there was a value to be edited. */
  readonly edit: (document: QueryDocumentSnapshot | undefined, row: number, column: number, typed?: string) => boolean
  /** Whether there was a switch to be turned. */
  readonly toggle: (row: number, column: number) => boolean
  readonly placeOf: (document: QueryDocumentSnapshot, row: number, column: number) => CellPlace | undefined
  /** Whether all rows are known; says so where they aren't. */
  readonly isKnown: (box: RangeBox) => boolean
  readonly knownAround: (row: number) => readonly [top: number, bottom: number]
  readonly openMenu: (row: number, column: number, x: number, y: number) => void
}

/** How far Page Down goes. */
const pageRows = 15

/** Does what a key on a cell, or on the head of a column, means. See `DocumentGrid`. */
export function onGridKey(event: KeyboardEvent, on: GridKeyActs): void {
  const { size, columns, documentAt, selection, editing, box, isHolding, hold, letGo, peek, setPeek, leaving } = on
  const {
    cancelFill,
    source,
    edit,
    toggle,
    placeOf,
    isKnown,
    knownAround,
    openMenu,
    onOpen,
    onDelete,
    onFollow,
    onFilter,
  } = on
  if (!(event.target instanceof HTMLElement)) return
  const [row, column] = event.target.dataset['cell']?.split(',').map(Number) ?? []
  if (row === undefined || column === undefined) return
  const document = documentAt(row)
  const reference = event.target.querySelector<HTMLElement>('[data-follow]')?.dataset['follow']
  if (peek !== undefined && event.key !== 'Shift') setPeek(undefined)
  const isCommand = event.ctrlKey || event.metaKey
  const isHeader = row === -1
  const undoing = undoKind(event)
  if (undoing !== undefined && editing !== undefined) {
    event.preventDefault()
    editing[undoing]()
    return
  }
  if (isHeader && !event.key.startsWith('Arrow') && event.key !== 'Home' && event.key !== 'End') return
  switch (event.key) {
    case 'ArrowDown':
      move(event, { row, column }, { row: isCommand ? size - 1 : row + 1, column }, on)
      break
    case 'ArrowUp':
      move(event, { row, column }, { row: isCommand ? 0 : row - 1, column }, on)
      break
    case 'ArrowRight':
      move(event, { row, column }, { row, column: isCommand ? columns.length : column + 1 }, on)
      break
    case 'ArrowLeft':
      move(event, { row, column }, { row, column: isCommand ? 0 : column - 1 }, on)
      break
    case 'PageDown':
      move(event, { row, column }, { row: row + pageRows, column }, on)
      break
    case 'PageUp':
      move(event, { row, column }, { row: Math.max(0, row - pageRows), column }, on)
      break
    case 'Home':
      move(event, { row, column }, { row: event.ctrlKey ? 0 : row, column: 0 }, on)
      break
    case 'End':
      move(event, { row, column }, { row: event.ctrlKey ? size - 1 : row, column: columns.length }, on)
      break
    case 'Escape':
      if (cancelFill()) break
      if (!isHolding() && peek === undefined) return
      letGo()
      break
    case 'F2':
      if (!edit(document, row, column)) return
      break
    case 'ContextMenu':
    case 'F10': {
      if (event.key === 'F10' && !event.shiftKey) return
      const { left, bottom } = event.target.getBoundingClientRect()
      openMenu(row, column, left + 8, bottom - 4)
      break
    }
    case 'Enter': {
      if (document === undefined) break
      if (isCommand && reference !== undefined) onFollow(reference)
      else if (isCommand || event.shiftKey || !edit(document, row, column)) onOpen(document.id)
      break
    }
    case 'Delete':
    case 'Backspace':
      if (document === undefined || onDelete === undefined) return
      // What is selected goes as a whole; otherwise the key is about the values it is pressed on.
      if (editing !== undefined && column > 0 && selection?.paths.has(document.ref.path) !== true) {
        const place = placeOf(document, row, column)
        if (box !== undefined) {
          if (isKnown(box)) editing.write(valuesCleared(box, source))
        } else if (place?.isThere === true) editing.put(place, undefined)
        break
      }
      leaving.current = { row, column, path: document.ref.path }
      onDelete(document.ref.path)
      break
    case ' ':
      if (isCommand) {
        const [top, bottom] = knownAround(row)
        hold({ row: top, column }, { row: bottom, column })
      } else if (reference !== undefined && !event.shiftKey) {
        if (peek === undefined) setPeek({ path: reference, cell: event.target })
      } else if (event.shiftKey || !toggle(row, column)) {
        if (document !== undefined) selection?.toggle(document.ref.path, event.shiftKey)
      }
      break
    case 'd':
      if (!isCommand) {
        if (event.altKey || !edit(document, row, column, event.key)) return
        break
      }
      if (editing === undefined || column === 0) return
      fill(fillDown, withAbove(box ?? { top: row, bottom: row, left: column, right: column }), on)
      break
    case 'r':
      if (!isCommand) {
        if (event.altKey || !edit(document, row, column, event.key)) return
        break
      }
      // Of one cell it is the browser's, which reads the page again.
      if (editing === undefined || box === undefined || box.left === box.right) return
      fill(fillRight, { ...box, left: Math.max(1, box.left) }, on)
      break
    default: {
      const of = columns[column - 1]
      if (event.altKey && event.code === 'KeyF' && document !== undefined && of !== undefined) {
        onFilter(document, of, event.shiftKey)
        break
      }
      if (event.key.length !== 1 || isCommand || event.altKey) return
      if (!edit(document, row, column, event.key)) return
    }
  }
  event.preventDefault()
}

/** One row is filled from the one above it; the first has none. */
function withAbove({ top, bottom, left, right }: RangeBox): RangeBox {
  return { top: top === bottom ? top - 1 : top, bottom, left: Math.max(1, left), right }
}

function fill(by: typeof fillDown, box: RangeBox, { editing, isKnown, source }: GridKeyActs): void {
  if (box.top >= 0 && isKnown(box)) editing?.write(by(box, source))
}

function move(event: KeyboardEvent, { row, column }: CellAt, to: CellAt, on: GridKeyActs): void {
  const { size, columns, anchor, hold, letGo, goTo } = on
  const clamped = {
    row: Math.max(event.shiftKey ? 0 : -1, Math.min(size - 1, to.row)),
    column: Math.max(0, Math.min(columns.length, to.column)),
  }
  if (event.shiftKey && row >= 0) hold(anchor.current ?? { row, column }, clamped)
  else letGo()
  goTo(clamped.row, clamped.column)
}
