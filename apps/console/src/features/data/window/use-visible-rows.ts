import { type RefObject, useCallback, useEffect, useState, useRef } from 'react'

/** Rows from `first` to before `end`. */
export interface RowRange {
  readonly first: number
  readonly end: number
}

export interface VisibleRows extends RowRange {
  /** Of one row, in CSS pixels. */
  readonly rowHeight: number
  /** Scrolls to one that is not painted yet. */
  readonly reveal: (row: number) => void
}

/** Rows beyond the edges of the screen are painted before they are scrolled to. */
const overscan = 12
/** The range moves by so many rows: of more, few frames of a scroll would have all the work; of less, each would paint a row. */
const quantum = 4
const rowHeightUsual = 36

/**
 * Which rows of a long table are on the screen, whatever scrolls: the box around the table or the page. Rows are of one height and have the
 * attribute `data-row`.
 */
export function useVisibleRows(table: RefObject<HTMLElement | null>, count: number): VisibleRows {
  const [range, setRange] = useState<RowRange>({ first: 0, end: overscan * 3 })
  const [rowHeight, setRowHeight] = useState(rowHeightUsual)
  useEffect(() => {
    const element = table.current
    const body = element?.querySelector<HTMLElement>('[data-rows]')
    if (element === null || body === null || body === undefined) return
    const measure = (): void => {
      const height = body.querySelector<HTMLElement>('[data-row]')?.offsetHeight ?? rowHeightUsual
      const next = rangeOnScreen(body, element.parentElement, height, count)
      setRowHeight(height)
      setRange((before) => (before.first === next.first && before.end === next.end ? before : next))
    }
    measure()
    // Scrolling does not bubble: it is heard on its way down.
    addEventListener('scroll', measure, { capture: true, passive: true })
    addEventListener('resize', measure)
    return () => {
      removeEventListener('scroll', measure, { capture: true })
      removeEventListener('resize', measure)
    }
  }, [table, count])
  const reveal = useCallback(
    (row: number) => {
      const element = table.current
      const body = element?.querySelector('[data-rows]')
      const box = element?.parentElement
      if (body === null || body === undefined || box === null || box === undefined) return
      const scroller = box.scrollHeight > box.clientHeight ? box : document.documentElement
      const middle = body.getBoundingClientRect().top + row * rowHeight - innerHeight / 2
      scroller.scrollBy({ top: middle, behavior: 'instant' })
    },
    [table, rowHeight],
  )
  return { first: Math.min(range.first, count), end: Math.min(range.end, count), rowHeight, reveal }
}

function rangeOnScreen(body: HTMLElement, box: HTMLElement | null, rowHeight: number, count: number): RowRange {
  const { top } = body.getBoundingClientRect()
  const seen = box?.getBoundingClientRect()
  const from = Math.max(seen?.top ?? 0, 0)
  const to = Math.min(seen?.bottom ?? innerHeight, innerHeight)
  const first = Math.floor((from - top) / rowHeight) - overscan
  const end = Math.ceil((to - top) / rowHeight) + overscan
  return {
    first: Math.min(count, Math.max(0, Math.floor(first / quantum) * quantum)),
    end: Math.max(0, Math.ceil(end / quantum) * quantum),
  }
}

/** Further down nobody looks for it: each row has to be known. */
const soughtMax = 1_000

/**
 * Brings the row of the document that is open into view, once for each: a link leads to a document, and its place in the list is not always
 * on the screen. Whoever has scrolled by then is left where they are.
 */
export function useOpenRow(options: {
  /** undefined while none is open. */
  readonly openId: string | undefined
  /** How many rows there are, as far as that is known. */
  readonly size: number
  readonly idAt: (row: number) => string | undefined
  /** The first row that is painted. */
  readonly first: number
  /** undefined for a row that is not painted. */
  readonly cellAt: (row: number) => HTMLElement | undefined
  readonly reveal: (row: number) => void
}): void {
  const { openId, size, first } = options
  const latest = useRef(options)
  latest.current = options
  const shown = useRef<string>(undefined)
  const sought = useRef<string>(undefined)
  useEffect(() => {
    const isLate = first > 0 && sought.current === openId
    if (openId === undefined || shown.current === openId || isLate) return
    sought.current = openId
    const { idAt, cellAt, reveal } = latest.current
    for (let row = 0; row < Math.min(size, soughtMax); row++) {
      if (idAt(row) !== openId) continue
      shown.current = openId
      if (!isSeen(cellAt(row))) reveal(row)
      return
    }
  }, [openId, size, first])
}

/** Whether any of it is in sight of the box that the table scrolls in. */
function isSeen(cell: HTMLElement | undefined): boolean {
  const box = cell?.closest('[role=grid]')?.parentElement
  if (cell === undefined || box === null || box === undefined) return false
  const [{ top, bottom }, seen] = [cell.getBoundingClientRect(), box.getBoundingClientRect()]
  return bottom > Math.max(seen.top, 0) && top < Math.min(seen.bottom, innerHeight)
}
