import * as z from 'zod/mini'
import { keep, keptKey, readKept } from '../../../browser/kept-storage.ts'
import { useState, type CSSProperties } from 'react'

/** A column whose width somebody may choose: the collections, and the documents as a list or as a table. */
export type SizedColumn = 'collections' | 'documents' | 'table'

/** Widths in pixels; a column without one takes its usual share. */
type ColumnWidths = Readonly<Partial<Record<SizedColumn, number>>>

/** In pixels. */
export const leastWidths: Readonly<Record<SizedColumn, number>> = { collections: 128, documents: 176, table: 240 }
/** What stays for the columns behind, in pixels. */
export const restMin = 256

const kept = z.object({
  collections: z.optional(z.number()),
  documents: z.optional(z.number()),
  table: z.optional(z.number()),
})
const key = keptKey('data-columns')

/**
 * A width that leaves every column enough.
 *
 * @param room the width of the column and of all behind it
 */
export function fitted(column: SizedColumn, width: number, room: number): number {
  const least = leastWidths[column]
  return Math.round(Math.max(least, Math.min(width, room - restMin)))
}

/** The widths this browser was left with. */
function readWidths(): ColumnWidths {
  try {
    const { data = {} } = kept.safeParse(JSON.parse(readKept(key) ?? '{}'))
    return Object.fromEntries(Object.entries(data).filter(([, width]) => Number.isFinite(width)))
  } catch {
    // What was kept is no JSON.
    return {}
  }
}

function keepWidths(widths: ColumnWidths): void {
  keep(key, Object.keys(widths).length === 0 ? undefined : JSON.stringify(widths))
}

/** As custom properties, which the template of the columns refers to. */
export function widthProperties(widths: ColumnWidths): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(widths).map(([column, width]) => [propertyOf(column), `${width}px`]))
}

export function propertyOf(column: string): string {
  return `--width-${column}`
}

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

/** The tracks of the page of documents. Those of a chosen width take it as long as the others have enough. */
export function pageColumns(isTable: boolean, hasDocument: boolean): string {
  if (!isTable) {
    // An id and the number that a query goes by stand side by side; until a document is open the list has most of the room.
    return hasDocument
      ? 'tablet:grid-cols-[minmax(8rem,var(--width-collections,11.5rem))_0.25rem_minmax(max(11rem,min(17.25rem,var(--width-documents,17.25rem))),var(--width-documents,1.4fr))_0.25rem_minmax(15rem,2.8fr)]'
      : 'tablet:grid-cols-[minmax(8rem,var(--width-collections,11.5rem))_0.25rem_minmax(17.25rem,2.8fr)_0.25rem_minmax(15rem,1.4fr)]'
  }
  return hasDocument
    ? 'tablet:grid-cols-[minmax(15rem,var(--width-table,1fr))_0.25rem_minmax(16rem,26rem)] wide:grid-cols-[minmax(8rem,var(--width-collections,11.5rem))_0.25rem_minmax(15rem,var(--width-table,1fr))_0.25rem_minmax(16rem,26rem)]'
    : 'tablet:grid-cols-[minmax(8rem,var(--width-collections,11.5rem))_0.25rem_minmax(0,1fr)]'
}
