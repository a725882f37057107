import { type RefObject, useEffect, useMemo, useState } from 'react'

/** Columns from `first` to before `end`, of those that scroll. */
export interface ColumnRange {
  readonly first: number
  readonly end: number
}

/** So few are all painted. */
const allMax = 8
/** Columns beyond the edges are painted before they are scrolled to, and the range moves by so many. */
const overscan = 2

/**
 * Which columns of a wide table are on the screen. All of them where they are few.
 *
 * @param rights where each column ends, in CSS pixels
 */
export function useVisibleColumns(table: RefObject<HTMLElement | null>, rights: readonly number[]): ColumnRange {
  const [range, setRange] = useState<ColumnRange>({ first: 0, end: allMax })
  const key = rights.join()
  useEffect(() => {
    const box = table.current?.parentElement
    const ends = key.split(',').map(Number)
    if (box === null || box === undefined || ends.length <= allMax) return
    const measure = (): void => {
      const { clientWidth } = box
      // Where lines run from the right it counts below zero.
      const scrollLeft = Math.abs(box.scrollLeft)
      const from = Math.max(0, ends.findIndex((end) => end > scrollLeft) - overscan)
      const past = ends.findIndex((end) => end > scrollLeft + clientWidth)
      const first = from - (from % overscan)
      const end = Math.min(
        ends.length,
        past === -1 ? ends.length : Math.ceil((past + 1 + overscan) / overscan) * overscan,
      )
      setRange((before) => (before.first === first && before.end === end ? before : { first, end }))
    }
    measure()
    box.addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      box.removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [table, key])
  const { length } = rights
  // The same object until columns change: a row is painted again when it is another one.
  return useMemo(() => (length <= allMax ? { first: 0, end: length } : range), [length, range])
}

/**
 * Marks the table (`data-shifted`) while columns are scrolled to the side. Only then its first cells have to stay in place: each that does so is a
 * layer of its own, which costs time at each frame and each key.
 */
export function useShifted(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = table.current
    const box = element?.parentElement
    if (element === null || box === null || box === undefined) return
    const mark = (): void => void element.toggleAttribute('data-shifted', box.scrollLeft !== 0)
    mark()
    box.addEventListener('scroll', mark, { passive: true })
    return () => box.removeEventListener('scroll', mark)
  }, [table])
}
