import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { GridCursor } from './grid-cursor.ts'
import { boxOf, type CellAt, type RangeBox, sizeOfBox } from './grid-range.ts'
import type { UsedRange } from './use-grid-range.ts'

interface GridDrawing {
  readonly press: (event: PointerEvent, at: CellAt) => void
  /** The pointer is over another cell. */
  readonly drawTo: (at: CellAt) => void
  /** What was held before is held again. Answers whether something was being filled. */
  readonly cancel: () => boolean
}

/**
 * What a mouse does that is drawn over cells: it holds them or, from the handle at the corner of what is held, fills them. The table scrolls
 * where it comes near its edge.
 *
 * @param onFill `to` is longer than `from` in one direction; undefined where nothing may be changed
 */
export function useGridDrawing(
  grid: RefObject<HTMLElement | null>,
  cursor: GridCursor,
  { box, anchor, hold, holdOne, letGo }: UsedRange,
  onFill: ((from: RangeBox, to: RangeBox) => void) | undefined,
): GridDrawing {
  const drawing = useRef<{ readonly kind: 'range' | 'fill'; hasMoved: boolean }>(undefined)
  const filled = useRef<{ readonly from: RangeBox; readonly to: RangeBox }>(undefined)
  const [handle] = useState(makeHandle)
  const mayFill = onFill !== undefined
  // After each render, as cells come and go with it; it is no element of React's, so that moving it renders no row.
  useEffect(() => {
    const place = (): void => {
      const corner = mayFill ? cornerOf(cursor) : undefined
      const cell = corner && grid.current?.querySelector<HTMLElement>(`[data-cell="${corner.row},${corner.column}"]`)
      if (handle.parentElement === (cell ?? null)) return
      delete handle.parentElement?.dataset['corner']
      handle.remove()
      if (cell === null || cell === undefined) return
      cell.dataset['corner'] = ''
      cell.append(handle)
    }
    place()
    return cursor.subscribe(place)
  })
  useEffect(() => () => handle.remove(), [handle])
  const latest = useRef(onFill)
  latest.current = onFill

  const begin = (kind: 'range' | 'fill'): void => {
    const begun = { kind, hasMoved: false }
    drawing.current = begun
    const scroller = grid.current?.parentElement
    const stopScrolling = scroller ? scrollNearEdges(scroller, () => begun.hasMoved) : undefined
    const end = (): void => {
      stopScrolling?.()
      drawing.current = undefined
      const done = filled.current
      filled.current = undefined
      if (done !== undefined && sizeOfBox(done.to) > sizeOfBox(done.from)) latest.current?.(done.from, done.to)
    }
    addEventListener('pointerup', end, { once: true })
  }
  const holdBox = ({ top, bottom, left, right }: RangeBox): void =>
    hold({ row: top, column: left }, { row: bottom, column: right })
  return {
    press: (event, at) => {
      const corner = event.target === handle ? cornerOf(cursor) : undefined
      if (corner !== undefined) {
        const held = box ?? boxOf({ anchor: corner, head: corner })
        const from = { ...held, left: Math.max(1, held.left) }
        filled.current = { from, to: from }
        begin('fill')
        return
      }
      letGo()
      anchor.current = at
      begin('range')
    },
    drawTo: (at) => {
      if (drawing.current === undefined) return
      drawing.current.hasMoved = true
      if (drawing.current.kind === 'fill') {
        if (filled.current === undefined) return
        const { from } = filled.current
        const to = reached(from, at)
        filled.current = { from, to }
        holdBox(to)
      } else if (anchor.current !== undefined) {
        const isSame = at.row === anchor.current.row && at.column === anchor.current.column
        if (isSame) holdOne(at)
        else hold(anchor.current, at)
      }
    },
    cancel: () => {
      if (filled.current === undefined) return false
      holdBox(filled.current.from)
      filled.current = undefined
      return true
    },
  }
}

/** Where the handle is: at the last cell of what is held, or at the one that has the focus. Ids are never filled. */
function cornerOf(cursor: GridCursor): CellAt | undefined {
  const { row, column, box } = cursor.getSnapshot()
  if (box !== undefined) return box.right === 0 ? undefined : { row: box.bottom, column: box.right }
  if (row === undefined || column === undefined || row < 0 || column === 0) return undefined
  return { row, column }
}

/** Whoever draws aslant means the direction in which it goes further. */
function reached(from: RangeBox, { row, column }: CellAt): RangeBox {
  const down = Math.max(from.top - row, row - from.bottom, 0)
  const aside = Math.max(from.left - column, column - from.right, 0)
  return down >= aside
    ? { ...from, top: Math.min(from.top, row), bottom: Math.max(from.bottom, row) }
    : { ...from, left: Math.max(1, Math.min(from.left, column)), right: Math.max(from.right, column) }
}

/** Keys and the menu fill as well. */
function makeHandle(): HTMLElement {
  const handle = document.createElement('span')
  handle.dataset['fill'] = ''
  handle.className =
    'absolute end-0 bottom-0 hidden size-2.5 cursor-crosshair border border-ground-1 bg-sky group-focus-within/grid:block touch:hidden!'
  return handle
}

/** In CSS pixels. */
const edge = 28
const scrollStep = 14

/** Scrolls with each frame while the pointer is near an edge, and `isOn` says so. Returns what stops it. */
function scrollNearEdges(scroller: HTMLElement, isOn: () => boolean): () => void {
  let at: { readonly x: number; readonly y: number } | undefined
  let frame = requestAnimationFrame(function scroll() {
    if (at !== undefined && isOn()) {
      const { left, right, top, bottom } = scroller.getBoundingClientRect()
      const aside = at.x < left + edge ? -1 : at.x > right - edge ? 1 : 0
      const down = at.y < top + edge ? -1 : at.y > bottom - edge ? 1 : 0
      if (aside !== 0 || down !== 0)
        scroller.scrollBy({ left: aside * scrollStep, top: down * scrollStep, behavior: 'instant' })
    }
    frame = requestAnimationFrame(scroll)
  })
  // Where it began says nothing about where it goes.
  const note = (event: globalThis.PointerEvent): void => void (at = { x: event.clientX, y: event.clientY })
  addEventListener('pointermove', note)
  return () => {
    cancelAnimationFrame(frame)
    removeEventListener('pointermove', note)
  }
}
