/** A cell by its row and column, both from zero; column 0 are the ids. */
export interface CellAt {
  readonly row: number
  readonly column: number
}

/** Cells that are held together: from where it was begun to where it was drawn. */
export interface GridRange {
  readonly anchor: CellAt
  readonly head: CellAt
}

/** Inclusive on both sides. */
export interface RangeBox {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export function boxOf({ anchor, head }: GridRange): RangeBox {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  }
}

export function sizeOfBox({ top, bottom, left, right }: RangeBox): number {
  return (bottom - top + 1) * (right - left + 1)
}

export function isInBox({ top, bottom, left, right }: RangeBox, { row, column }: CellAt): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** What of a range lies in a row, as a text that a row can be told by: `2-4`, with `t` and `b` where it begins and ends; undefined for none. */
export function heldIn(box: RangeBox | undefined, row: number): string | undefined {
  if (box === undefined || row < box.top || row > box.bottom || sizeOfBox(box) === 1) return undefined
  return `${box.left}-${box.right}${row === box.top ? 't' : ''}${row === box.bottom ? 'b' : ''}`
}

export interface Held {
  readonly from: number
  readonly to: number
  readonly isFirst: boolean
  readonly isLast: boolean
}

export function readHeld(held: string): Held {
  const [from = '', to = ''] = held.split('-')
  return { from: Number(from), to: Number.parseInt(to, 10), isFirst: held.includes('t'), isLast: held.endsWith('b') }
}
