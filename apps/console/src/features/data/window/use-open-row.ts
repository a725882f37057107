import { useEffect, useRef } from 'react'

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
