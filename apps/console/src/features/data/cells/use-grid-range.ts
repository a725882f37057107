import { useMemo, useRef, useState, type RefObject } from 'react'
import { boxOf, type CellAt, type GridRange, isInBox, type RangeBox } from './grid-range.ts'

export interface UsedRange {
  /** The cells that are held together; undefined for none. The same object until they are others. */
  readonly box: RangeBox | undefined
  /** Where what is drawn over begins. */
  readonly anchor: RefObject<CellAt | undefined>
  /** Also before it is rendered. */
  readonly isHolding: () => boolean
  readonly hold: (from: CellAt, to: CellAt) => void
  /** Goes back to where drawing began. */
  readonly holdOne: (at: CellAt) => void
  readonly letGo: () => void
  /** Whoever goes on at a cell beyond what is held holds nothing any more. */
  readonly keepIfHeld: (at: CellAt) => void
}

/** Which cells of a table are held together. */
export function useGridRange(): UsedRange {
  const [range, setRange] = useState<GridRange>()
  const held = useRef<GridRange>(undefined)
  const anchor = useRef<CellAt>(undefined)
  const set = (next: GridRange | undefined): void => {
    held.current = next
    setRange(next)
  }
  const letGo = (): void => {
    anchor.current = undefined
    if (held.current !== undefined) set(undefined)
  }
  return {
    box: useMemo(() => range && boxOf(range), [range]),
    anchor,
    isHolding: () => held.current !== undefined,
    hold: (from, to) => {
      anchor.current = from
      set({ anchor: from, head: to })
    },
    holdOne: (at) => {
      anchor.current = at
      set(undefined)
    },
    letGo,
    keepIfHeld: (at) => {
      if (held.current !== undefined && !isInBox(boxOf(held.current), at)) letGo()
    },
  }
}
