import { useState, type CSSProperties } from 'react'
import { type ColumnWidths, keepWidths, readWidths, type SizedColumn, widthProperties } from './column-widths.ts'

/** The widths of the columns as this browser has them. */
export function useColumnWidths(): {
  readonly style: CSSProperties
  readonly setWidth: (column: SizedColumn, width: number | undefined) => void
} {
  const [widths, setWidths] = useState<ColumnWidths>(readWidths)
  return {
    style: widthProperties(widths),
    setWidth: (column, width) => {
      const { [column]: _before, ...others } = widths
      const next = width === undefined ? others : { ...others, [column]: width }
      keepWidths(next)
      setWidths(next)
    },
  }
}
